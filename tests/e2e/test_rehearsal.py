import time
import pytest
from rehearsal.cast import assemble
from rehearsal.director import Director
from rehearsal.script import Script
from rehearsal.stage import own_site
from tests.notices.processes import a_site
from tests.e2e.crawl import crawl, by_view
from tournaments.actions.events import create_tournament
from tournaments.models import Tournament
from tournaments.preset import read_preset
from datetime import date
from concurrent.futures import ThreadPoolExecutor
pytestmark = pytest.mark.django_db(transaction=True)

def test_it(transactional_db, tmp_path):
    t0=time.time()
    with a_site(tmp_path) as site, own_site(site.environment) as address:
        print("site", time.time()-t0)
        t = create_tournament(read_preset("s000"), by=None, slug="rehearsal", first_day=date(2123,11,29), rehearsal=True)
        t = Tournament.objects.select_related("journal").get(pk=t.pk)
        from journal import clock
        clock.set_rehearsal_time(t.journal, t.closes_at)
        cast = assemble(address, t)
        def look(name):
            print(name, time.time()-t0)
            who=[cast.member,cast.referees[0],cast.chief,cast.office]
            with ThreadPoolExecutor(4) as pool:
                for b,j in zip(who, pool.map(lambda b: crawl(b, t.slug), who)):
                    print(b.name, len(j.pages), len(by_view(j.pages)), j.faults[:20])
                    __import__("pathlib").Path("/tmp/e2e/"+name+b.name).write_text("\n".join(j.pages))
            print(name, time.time()-t0)
        d = Director(t, cast, Script("seed"), on_milestone=look)
        p = d.run()
        print(p.champion, time.time()-t0)
        cast.leave()
