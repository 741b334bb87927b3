"""Addresses of draw, timetable and awards."""

from django.urls import URLPattern, path

from web.views import awards, draw, lots, plan

OFFICE = "e/<slug:slug>/office/"

urlpatterns: list[URLPattern] = [
    path(OFFICE + "draw/", draw.draw, name="draw"),
    path(OFFICE + "draw/preview/", draw.draw_preview, name="draw_preview"),
    path(OFFICE + "draw/confirmation/", draw.draw_confirmation, name="draw_confirmation"),
    path(OFFICE + "draw/repeal/", draw.draw_repeal, name="draw_repeal"),
    path(OFFICE + "draw/lots/", lots.draw_lots, name="draw_lots"),
    path(OFFICE + "draw/<int:number>/record/", draw.draw_record, name="draw_record"),
    path(OFFICE + "timetable/", plan.plan, name="plan"),
    path(OFFICE + "timetable/rounds/", plan.plan_rounds, name="plan_rounds"),
    path(OFFICE + "timetable/tables/", plan.plan_tables, name="plan_tables"),
    path(OFFICE + "timetable/<int:number>/tables/", plan.plan_round_tables, name="plan_round_tables"),
    path(OFFICE + "timetable/<int:number>/assignment/", plan.plan_assignment, name="plan_assignment"),
    path(OFFICE + "awards/", awards.awards, name="awards"),
    path(OFFICE + "awards/confirmation/", awards.awards_confirmation, name="awards_confirmation"),
    path(OFFICE + "awards/list/", awards.award_list, name="award_list"),
    path(OFFICE + "awards/certificates/", awards.award_certificates, name="award_certificates"),
]
