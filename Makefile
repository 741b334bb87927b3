# The two commands are `make run` and `make test`; the rest is for those who work on the project.
# launch/ needs nothing but python3 >= 3.11: it makes .venv and goes on inside it.
PYTHON ?= python3
LAUNCH := exec $(PYTHON) -m launch

.PHONY: run demo reset backup restore test fix manage messages catalogues requirements lint secrets

run:        ## start the site; EMPTY=1: without the sample teams, HALL=1: for the phones in the hall, PORT=8000
	@$(LAUNCH) run $(if $(EMPTY),--empty) $(if $(HALL),--hall)
demo:       ## start the site with a finished, rehearsed championship beside the open one
	@$(LAUNCH) run --demo
reset:      ## empty the data folder, after asking
	@$(LAUNCH) reset $(if $(YES),--yes)
backup:     ## write all data to one file, while the site runs or not; FILE=name
	@$(LAUNCH) backup $(FILE)
restore:    ## put a backup in the place of all data of the stopped site; FILE=name
	@$(LAUNCH) restore $(FILE)
test:       ## everything that .ci/run checks; ARGS="tests/web -x" for a part, BROWSER_TESTS=required for no excuse
	@$(LAUNCH) test $(ARGS)
lint:       ## the quick part of make test: style, types, contracts
	@$(LAUNCH) test tests/architecture
fix:        ## mend what tools can mend: imports, layout of code, templates and style sheets
	@$(LAUNCH) fix
manage:     ## one command of manage.py on the site's data: make manage DO="changepassword office"
	@$(LAUNCH) manage $(DO)
messages:   ## extract the words of templates and code into locale/
	@$(LAUNCH) messages
catalogues: ## compile locale/*.po
	@$(LAUNCH) catalogues
secrets:    ## make the secrets of a deployment with compose
	@$(LAUNCH) secrets
requirements: ## pin the dependencies of pyproject.toml again
	@$(LAUNCH) requirements
