"""The addresses of all screens: nouns, room by room; the office and the round day have modules of their own.

The public ones come first, being asked for most; what belongs to one event stands in one group, and is found at once.
"""

from django.urls import URLPattern, URLResolver, include, path

from web.day import urls as day
from web.documents import own_papers, page, shared_pictures
from web.hall import screen
from web.office import urls as office
from web.public import chronicle, draw, event, followed, lists, series
from web.public.bracket import bracket
from web.public.day import match, timetable
from web.public.entries import my_matches, teams
from web.publishing import pulse
from web.ruling.desk import ruling_desk
from web.ruling.regulation import regulation
from web.site import account, identity, mail_server, pages, wellbeing

OWN = "e/<slug:slug>/office/"
PRINTING = OWN + "printing/"

of_an_event: list[URLPattern] = [
    path("bracket/", bracket.bracket, name="bracket"),
    path("bracket/find/", bracket.bracket_find, name="bracket_find"),
    path("embed/", bracket.embedded_bracket, name="embedded_bracket"),
    path("embed-en/", bracket.embedded_bracket, {"language": "en"}, name="embedded_bracket_english"),
    path("", event.event, name="event"),
    path("draw/", draw.public_draw, name="public_draw"),
    path("draw/check/", draw.check, name="draw_check"),
    path("draw/check/file/", draw.check_file, name="draw_check_file"),
    path("draw/files/<int:number>/", draw.record_file, name="draw_record_file"),
    path("draw/rounds/<int:number>/", draw.round_record_file, name="round_record_file"),
    path("draw/ceremony/", draw.public_ceremony, name="public_ceremony"),
    path("draw/turn/<str:token>/", draw.draw_turn, name="draw_turn"),
    path("rounds/", bracket.rounds, name="rounds"),
    path("timetable/", timetable.timetable, name="timetable"),
    path("teams/", teams.teams, name="teams"),
    path("teams/find/", teams.teams_find, name="teams_find"),
    path("results/", bracket.results, name="results"),
    path("notices/", bracket.notices, name="notices"),
    path("journal/", chronicle.history, name="history"),
    path("matches/<int:number>/", match.match, name="match"),
    path("my/<str:token>/", my_matches.my_matches, name="my_matches"),
    path("my/<str:token>/calendar.ics", my_matches.my_calendar, name="my_calendar"),
    path("follow/", followed.follow, name="follow"),
    path("followed.css", followed.followed_styles, name="followed_styles"),
    path("report/", chronicle.report, name="report"),
    path("statistics/", chronicle.statistics, name="statistics"),
    path("lists/<slug:name>/<slug:form>/", lists.public_list, name="public_list"),
    path("pulse/", pulse.pulse, name="pulse"),
    path("live/", pulse.live, name="live"),
    path("hall/", screen.hall, name="hall"),
    path("hall/draw/", screen.hall_draw, name="hall_draw"),
    path("hall/draw/code/", screen.draw_code, name="draw_code"),
    path("ruling/", ruling_desk, name="ruling_desk"),
    path("regulation/", regulation, name="regulation"),
]
of_the_public: list[URLPattern] = [
    path("", event.home, name="home"),
    path("all/", event.all_events, name="all_events"),
    path("all/find/", event.find_event, name="find_event"),
    path("series/<slug:series>/", series.series, name="series"),
    path("series/<slug:series>/lists/<slug:form>/", lists.season_list, name="season_list"),
    path("records/<slug:name>/<slug:form>/", lists.records_list, name="records_list"),
    path("champions/", chronicle.champions, name="champions"),
    path("medals/", chronicle.medals, name="medals"),
    path("ratings/", chronicle.ratings, name="ratings"),
    path("ratings/<slug:game>/", chronicle.ratings, name="ratings_of_game"),
    path("ratings/<slug:game>/lists/<slug:form>/", lists.ratings_list, name="ratings_list"),
    path("branch/<int:pk>/", chronicle.record, {"of": "branch"}, name="branch_record"),
    path("team/<int:pk>/", chronicle.record, {"of": "team"}, name="team_record"),
    path("player/<int:pk>/", chronicle.record, {"of": "player"}, name="player_record"),
]
of_the_site: list[URLPattern] = [
    path("favicon.ico", pages.icon, name="icon"),
    path("sign-in/", account.sign_in, name="sign_in"),
    path("sign-in/identity/", identity.identity, name="identity"),
    path("sign-in/identity/back/", identity.identity_back, name="identity_back"),
    path("sign-in/identity/account/", identity.identity_account, name="identity_account"),
    path("sign-out/", account.sign_out, name="sign_out"),
    path("password/", account.password, name="password"),
    path("t/<str:token>/", account.link, name="link"),
    path("t/own/<str:token>/", account.first_sign_in, name="first_sign_in"),
    path("help/", pages.guide, {"role": "member"}, name="help"),
    path("help/office/", pages.guide, {"role": "office"}, name="help_office"),
    path("help/chief/", pages.guide, {"role": "chief"}, name="help_chief"),
    path("help/referee/", pages.guide, {"role": "referee"}, name="help_referee"),
    path("help/accessibility/", pages.guide, {"role": "accessibility"}, name="help_accessibility"),
    path("sign-ins/", account.sign_ins, name="sign_ins"),
    path("sign-ins/end/", account.sign_ins_end, name="sign_ins_end"),
    path("sign-ins/identity/removal/", identity.identity_removal, name="identity_removal"),
    path("mail/", mail_server.mail_server, name="mail_server"),
    path("mail/test/", mail_server.mail_server_test, name="mail_server_test"),
    path("mail/removal/", mail_server.mail_server_removal, name="mail_server_removal"),
    path("state/", wellbeing.site_state, name="site_state"),
    path("language/<slug:code>/", account.language, name="language"),
]
of_papers: list[URLPattern] = [
    path(PRINTING, page.printing, name="printing"),
    path(PRINTING + "all/", page.document_set, name="document_set"),
    path(PRINTING + "all.zip", page.document_set_file, name="document_set_file"),
    path(PRINTING + "<slug:key>.pdf", page.document, name="document"),
    path(PRINTING + "<slug:key>.docx", page.document_word, name="document_word"),
    path(PRINTING + "<slug:key>.png", page.document_preview, name="document_preview"),
    path(PRINTING + "<slug:key>/", page.document_pages, name="document_pages"),
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
urlpatterns: list[URLPattern | URLResolver] = [
    path("e/<slug:slug>/", include(of_an_event)),
    *of_the_public,
    path("pulse/", pulse.pulse, name="site_pulse"),
    path("live/", pulse.live, name="site_live"),
    path("ruling/", ruling_desk, name="site_ruling_desk"),
    path("regulation/", regulation, name="site_regulation"),
    *of_the_site,
    *of_papers,
    *office.urlpatterns,
    *day.urlpatterns,
]
