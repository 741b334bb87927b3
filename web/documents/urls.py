"""Addresses of documents: those of the office, its own papers, and what everybody may read."""

from django.urls import URLPattern, path

from web.documents import own_papers, page, shared_pictures

OWN = "e/<slug:slug>/office/"
OFFICE = OWN + "printing/"

urlpatterns: list[URLPattern] = [
    path(OFFICE + "", page.printing, name="printing"),
    path(OFFICE + "all/", page.document_set, name="document_set"),
    path(OFFICE + "all.zip", page.document_set_file, name="document_set_file"),
    path(OFFICE + "<slug:key>.pdf", page.document, name="document"),
    path(OFFICE + "<slug:key>.docx", page.document_word, name="document_word"),
    path(OFFICE + "<slug:key>.png", page.document_preview, name="document_preview"),
    path(OFFICE + "<slug:key>/", page.document_pages, name="document_pages"),
    path(OWN + "circular/", own_papers.circular_page, name="circular"),
    path(OWN + "circular/template/", own_papers.circular_template, name="circular_template"),
    path(OWN + "papers/<slug:paper>/", own_papers.own_file, name="own_file"),
    path(OWN + "papers/<slug:paper>/removal/", own_papers.own_file_removal, name="own_file_removal"),
    path(OWN + "awards/certificates/", own_papers.award_certificates, name="award_certificates"),
    path(OWN + "awards/certificates/words/", own_papers.certificates_words, name="certificates_words"),
    path("e/<slug:slug>/entry/<int:number>/confirmation.pdf", page.entry_confirmation, name="branch_entry_pdf"),
    path("e/<slug:slug>/documents/<slug:key>.pdf", page.public_document, name="public_document"),
    path("e/<slug:slug>/bracket.png", shared_pictures.bracket_picture, name="bracket_picture"),
    path("events.png", shared_pictures.home_picture, name="home_picture"),
    path("champions.png", shared_pictures.champions_picture, name="champions_picture"),
    path("medals.png", shared_pictures.medals_picture, name="medals_picture"),
    path("series/<slug:series>/table.png", shared_pictures.season_picture, name="season_picture"),
]
