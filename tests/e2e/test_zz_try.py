import time, pytest
from tests.browser import barriers, overflow, DESK, NARROW
from tests.e2e.busy import a_busy_event, a_fresh_event, a_finished_event
from tests.e2e.pages import pages, user_of
pytestmark = pytest.mark.django_db(transaction=True)
JS="""()=>{const w=innerWidth;const out=[];
for(const e of document.body.querySelectorAll('*')){const r=e.getBoundingClientRect(); if(r.right>w+0.5||r.left<-0.5){let p=e.parentElement,inside=false;while(p&&p!==document.body){const o=getComputedStyle(p).overflowX;if(o==='auto'||o==='scroll'||o==='hidden'||o==='clip'){inside=true;break}p=p.parentElement}
if(!inside&&r.width>1) out.push(e.tagName+'.'+e.className+'#'+e.id+' '+Math.round(r.left)+'-'+Math.round(r.right)+' '+(e.textContent||'').trim().slice(0,30).replace(/\\s+/g,' '))}}
return out.slice(-6)}"""
@pytest.mark.parametrize("lang",["zh-hans","en"])
def test_try(visitor,lang):
    busy=a_busy_event()
    a_fresh_event(); a_finished_event()
    all_=pages(busy)
    vs={r: visitor(user_of(busy,r), size=NARROW, language=lang) for r in ("member","office","chief referee")}
    tabs={r: v.open("/sign-in/") for r,v in vs.items()}
    for a in all_:
        tab=tabs[a.role]
        tab.goto(vs[a.role].address+a.path)
        o=overflow(tab)
        if o:
            print(lang, a.view, a.path, a.role, o, *tab.evaluate(JS), sep="\n    ")
            tab.screenshot(path=f"/tmp/e2e/w-{a.view}-{a.path.split('/')[-2]}-{lang}.png", full_page=True)
    for v in vs.values(): print(v.faults)
