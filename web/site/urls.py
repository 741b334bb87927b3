"""Addresses of the site itself: sign-in, password, language."""

from django.urls import URLPattern, path

from web.site import account, identity, links, mail_server, pages, wellbeing

urlpatterns: list[URLPattern] = [
    path("favicon.ico", pages.icon, name="icon"),
    path("sign-in/", account.sign_in, name="sign_in"),
    path("sign-in/identity/", identity.identity, name="identity"),
    path("sign-in/identity/back/", identity.identity_back, name="identity_back"),
    path("sign-in/identity/account/", identity.identity_account, name="identity_account"),
    path("sign-out/", account.sign_out, name="sign_out"),
    path("password/", account.password, name="password"),
    path("t/<str:token>/", links.link, name="link"),
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
