lint := go tool -modfile=tools/go.mod golangci-lint

.PHONY: generate admin fmt lint test fuzz soak stalled links properties verify

generate:
	go generate ./...

# The Admin application's bundle, which is committed.
admin:
	cd admin && npm ci --no-audit --no-fund --loglevel=error && npm run build

fmt:
	go fmt ./...

lint:
	$(lint) run ./...

test:
	./scripts/test

# The parsers that stand before hostile input, a minute each.
fuzz:
	go test ./internal/script/web -run '^$$' -fuzz '^FuzzFuncs$$' -fuzztime 60s -fuzzminimizetime 1x
	go test ./internal/manifest -run '^$$' -fuzz '^FuzzParse$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/sqlgen -run '^$$' -fuzz '^FuzzFilter$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/querystring -run '^$$' -fuzz '^FuzzReadQuery$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/content -run '^$$' -fuzz '^FuzzCursor$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/content -run '^$$' -fuzz '^FuzzPublishedBy$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/auth -run '^$$' -fuzz '^FuzzNormalizeEmail$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/oauth -run '^$$' -fuzz '^FuzzAuthorize$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/oauth -run '^$$' -fuzz '^FuzzRedirect$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/codegen/typescript -run '^$$' -fuzz '^FuzzQuote$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/codegen/typescript -run '^$$' -fuzz '^FuzzComment$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/oauth -run '^$$' -fuzz '^FuzzProof$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/oauth -run '^$$' -fuzz '^FuzzClientDocument$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/identity -run '^$$' -fuzz '^FuzzCallbackURL$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/mcp -run '^$$' -fuzz '^FuzzArguments$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/pages/markup -run '^$$' -fuzz '^FuzzMarkdown$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/pages/markup -run '^$$' -fuzz '^FuzzRichText$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/pages/markup -run '^$$' -fuzz '^FuzzToMarkdown$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/pages/markup -run '^$$' -fuzz '^FuzzAbsolute$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/pages/markup -run '^$$' -fuzz '^FuzzEscapeInline$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/media -run '^$$' -fuzz '^FuzzAnnouncement$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/media/inspect -run '^$$' -fuzz '^FuzzJPEG$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/media/inspect -run '^$$' -fuzz '^FuzzPNG$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/media/inspect -run '^$$' -fuzz '^FuzzGIF$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/media/inspect -run '^$$' -fuzz '^FuzzWebP$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/media/inspect -run '^$$' -fuzz '^FuzzSVG$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/media/inspect -run '^$$' -fuzz '^FuzzBMFF$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/media/inspect -run '^$$' -fuzz '^FuzzEXIF$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/exchange -run '^$$' -fuzz '^FuzzLines$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/exchange/mapping -run '^$$' -fuzz '^FuzzRead$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/exchange/csv -run '^$$' -fuzz '^FuzzRead$$' -fuzztime 60s -fuzzminimizetime 5s
	go test ./internal/exchange/wordpress -run '^$$' -fuzz '^FuzzRead$$' -fuzztime 60s -fuzzminimizetime 1s
	go test ./internal/exchange/ghost -run '^$$' -fuzz '^FuzzRead$$' -fuzztime 60s -fuzzminimizetime 1s
	go test ./internal/media/rendition -run '^$$' -fuzz '^FuzzMake$$' -fuzztime 60s -fuzzminimizetime 5s

# Two servers and the commands beside them on one file, a minute of writes; the disk
# lost or full under a server; readers of pages beside 10,000 writes; and every link
# of a site of 50,000 entries in five languages; the program killed 200 times while
# media is written; 1,000,000 entries exported and imported, and copied to PostgreSQL
# and back, killed on the way; four processes on PostgreSQL behind a balancer, killed and
# started again beside 10,000 writes; and 20 copies beside 16 writers, and 50 that are
# killed, as their restores are; and each read of each transcript, of a site that was
# restored.
soak:
	go test -race ./cmd/quartet -run '^Test(Soak|Faults)$$' -count=1 -v -timeout 20m -soak 60s
	go test ./cmd/quartet -run '^TestEdits$$' -count=1 -v -timeout 20m -edits 1000
	go test ./cmd/quartet -run '^TestCluster$$' -count=1 -v -timeout 20m -cluster 10000
	go test ./cmd/quartet -run '^TestExportAndImport$$' -count=1 -v -timeout 60m -exchanged 1000000
	go test ./internal/pages -run '^TestNoRequestSeesAPageFromBeforeAWrite$$' -count=1 -v -timeout 30m -writes 10000
	go test ./e2e -run '^TestWalk$$/^large$$' -count=1 -v -timeout 30m -walk 50000 -locales 5
	go test ./e2e -run '^TestKilledWhileMediaIsWritten$$' -count=1 -v -timeout 30m -kills 200
	go test ./cmd/quartet -run '^TestCopyKilled$$' -count=1 -v -timeout 30m -exchanged 1000000
	go test ./internal/app -run '^TestABackupBesideWriters$$' -count=1 -v -timeout 30m -rounds 20
	go test ./cmd/quartet -run '^TestABackupThatIsKilled$$' -count=1 -v -timeout 30m -backupkills 50
	go test ./spec -run '^TestARestoredSiteAnswersEveryRead$$' -count=1 -v -timeout 30m -restored 1

# Two hundred clients that ask for much and never read, for ten minutes: what is
# resident, and how long others wait.
stalled:
	go test ./cmd/quartet -run '^TestClientsThatNeverReadAreNoBurden$$' -count=1 -v -timeout 20m -soak 10m

# The lifecycle beside a model: 10,000 sequences of random moves one after the
# other, and 10,000 of several callers at once. Some minutes. Most of it is waiting
# for the disk: TMPDIR on a file system in memory takes less than half as long.
properties:
	go test ./internal/content -run '^TestProperty$$' -count 1 -timeout 30m -rapid.checks 10000

# Every external link of the handbook is asked for an answer, over the network.
links:
	go test ./docs -tags online -run '^TestExternalLinksAnswer$$' -count 1

# What must hold before a change is merged: generated files are fresh, go.mod is
# tidy, every check passes, and none of it has changed a file.
verify: generate
	go mod tidy -diff
	./scripts/test
	@test -z "$$(git status --porcelain)" || { git status --short; echo 'make verify: the tree is not clean; commit what changed above.'; exit 1; }
