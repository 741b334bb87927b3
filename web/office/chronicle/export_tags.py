"""A list on the page of exports, with all the ways to take it away."""

from typing import Any

from django import template
from django.urls import reverse

from web.lists.listing import Form

register = template.Library()


@register.inclusion_tag("chronicle/parts/take.html", takes_context=True)
def take(
    context: dict[str, Any], view: str, name: str, title: str, remark: str = "", query: str = ""
) -> dict[str, Any]:
    """List ``name`` of ``view`` (public_list, export, export_personal)."""
    slug = context["tournament"].slug
    forms = {form.value: reverse(view, args=[slug, name, form]) for form in Form}
    return {"title": title, "remark": remark, "query": query, **forms}
