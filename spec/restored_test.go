package spec

import (
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/store/postgres"
	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
	"github.com/quartet-dev/quartet/internal/transcript"
)

var restoredEach = flag.Int("restored", 12, "which transcripts TestARestoredSiteAnswersEveryRead tells: each of this many; 1 for all")

// readVerbs are the requests and calls that are asked of a restored site once more.
var readVerbs = []string{http.MethodGet, http.MethodHead, "VIEW", "GET-ENTRY", "SITE", "STORED"}

// An empty site that a backup was restored into answers every read of a transcript
// as the site does that the backup is of. Half of the sites are on either database.
func TestARestoredSiteAnswersEveryRead(t *testing.T) {
	postgrestest.Need(t)
	var compared atomic.Int64
	t.Run("sites", func(t *testing.T) {
		for i, file := range transcripts(t) {
			if i%*restoredEach > 0 {
				continue
			}
			t.Run(strings.TrimSuffix(file, ".txtar"), func(t *testing.T) {
				t.Parallel()
				on := []dialect{sqliteDialect, postgresDialect}[i / *restoredEach % 2]
				if r := tell(t, file, on); r != nil {
					compared.Add(r.compare())
				}
			})
		}
	})
	t.Logf("%d reads were answered alike", compared.Load())
}

// restored is a site whose transcript was told, and the one that its backup was
// restored into.
type restored struct {
	*site
	reads    []*transcript.Exchange
	captures map[string]string
	copy     *site
}

// tell has a site answer its transcript; nil where it has no read or does not run.
func tell(t *testing.T, file string, on dialect) *restored {
	archive, exchanges := read(t, file)
	reads := slices.DeleteFunc(slices.Clone(exchanges), func(e *transcript.Exchange) bool {
		signsIn := strings.HasPrefix(e.Target, "/api/auth/callback/") // which is good once
		return signsIn || !slices.Contains(readVerbs, e.Method)
	})
	s := newSite(t, archive, on)
	if len(reads) == 0 || s.section("diagnostics") != "" {
		return nil
	}
	if err := s.start(); err != nil {
		t.Fatal(err)
	}
	s.seed()
	r := &restored{site: s, reads: reads, captures: fresh()}
	for _, e := range exchanges {
		transcript.Check(e, s.do(t, e, r.captures), r.captures) // what is wrong with it, another test says
	}
	if s.service == nil {
		return nil // its last start was refused
	}
	r.restore()
	return r
}

// restore makes the copy. Both sites begin from the same rows, with nothing in memory.
func (r *restored) restore() {
	r.t.Helper()
	r.stop()
	r.copy = r.empty()
	file := filepath.Join(r.t.TempDir(), "copy.zip")
	options := func(s *site) app.Options {
		return app.Options{Dir: s.dir, Database: s.databaseURL, Logger: slog.New(slog.DiscardHandler)}
	}
	_, err := app.BackUp(r.t.Context(), options(r.site), app.Copies{At: file})
	if err == nil {
		_, err = app.Restore(r.t.Context(), options(r.copy), app.Copies{At: file})
	}
	if err = errors.Join(err, errors.Unwrap(err)); err != nil {
		r.t.Fatal(err)
	}
	for _, s := range []*site{r.site, r.copy} {
		if err := s.start(); err != nil {
			r.t.Fatal(err)
		}
	}
}

// empty is another site with the same folder, an empty database and no media. The
// same people visit it.
func (r *restored) empty() *site {
	r.t.Helper()
	s := newSite(r.t, &txtar.Archive{}, sqliteDialect)
	if r.dialect == postgresDialect {
		url := postgrestest.URL(r.t) // without the tables that sites of other tests begin with
		s.dialect, s.database, s.databaseURL = r.dialect, postgres.Database{URL: url}, url
	}
	if err := os.CopyFS(s.dir, visible{os.DirFS(r.dir), []string{".env"}}); err != nil {
		r.t.Fatal(err)
	}
	s.archive, s.neighbours, s.client = r.archive, r.neighbours, r.client
	return s
}

var tooMany = strconv.Itoa(http.StatusTooManyRequests)

// compare asks both sites, and the original twice. It gives how many answers are held.
func (r *restored) compare() (compared int64) {
	r.t.Helper()
	for _, e := range r.reads {
		first, there, again := r.answer(r.site, e), r.answer(r.copy, e), r.answer(r.site, e)
		if strings.HasPrefix(first, tooMany) || strings.HasPrefix(there, tooMany) {
			continue // a site counts what it is asked, and the original is asked twice
		}
		if want, got := withoutChance(first, again), withoutChance(there, again); want != got && first != there {
			r.t.Errorf("line %d of the transcript: > %s %s\nthe site\n%s\nrestored\n%s", e.Line, e.Method, e.Target, first, there)
		}
		compared++
	}
	return compared
}

// answer is what a site answers, with its headers, wherever it listens.
func (r *restored) answer(s *site, e *transcript.Exchange) string {
	r.t.Helper()
	got := s.do(r.t, e, r.captures)
	for _, of := range []string{"Date", "Set-Cookie", "X-Request-Id"} {
		got.Header.Del(of)
	}
	var headers strings.Builder
	_ = got.Header.Write(&headers)
	text := fmt.Sprintf("%s\n%s\n%s", got.Status, &headers, got.Body)
	return strings.ReplaceAll(text, s.client.Origin, "ORIGIN")
}

var words = regexp.MustCompile(`[A-Za-z0-9_-]+`)

// withoutChance leaves out the words of an answer that another one to the same
// request has otherwise: what is sealed anew each time, and times. Where the answers
// have other forms it leaves all as it is.
func withoutChance(answer, again string) string {
	others := words.FindAllString(again, -1)
	if len(words.FindAllString(answer, -1)) != len(others) {
		return answer
	}
	at := -1
	return words.ReplaceAllStringFunc(answer, func(word string) string {
		if at++; word != others[at] {
			return "*"
		}
		return word
	})
}
