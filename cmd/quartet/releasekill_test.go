package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"net/http"
	"syscall"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/store/postgres/postgrestest"
)

var releaseKills = flag.Int("releasekills", 3, "how often TestAReleaseThatIsKilled kills the process on each database")

const releasedEntries = 60

// The process is killed at some moment of a release that goes out at a time. All of its
// entries are public then, or none is; and once the process runs again it has gone out
// once: each entry was written once by it.
func TestAReleaseThatIsKilled(t *testing.T) {
	for name, database := range map[string]func(t *testing.T) string{
		"sqlite": func(*testing.T) string { return "" }, "postgres": func(t *testing.T) string { return postgrestest.URL(t) },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			a := openArticle(t, database(t))
			r := &killedRelease{article: a, browser: a.writers[0].hand.(*hand).browser}
			took := r.goesOut(t, nil)
			for range *releaseKills {
				r.goesOut(t, new(time.Duration(rand.Int64N(int64(took*3/2)))))
			}
		})
	}
}

// killedRelease makes releases of a site, each of as many new entries.
type killedRelease struct {
	*article
	browser *http.Client
	round   int
}

// goesOut has a release go out at a time, and answers how long after that it was out. The
// process is killed so long after the time, and started again.
func (r *killedRelease) goesOut(t *testing.T, kill *time.Duration) time.Duration {
	before := r.round * releasedEntries
	entries := r.draft(t)
	release := r.plan(t, entries)
	due := time.Now().Add(500 * time.Millisecond)
	r.mustPost(r.browser, "/releases/"+release+"/schedule", map[string]any{"at": due.UnixMilli(), "timeZone": "UTC"}, http.StatusOK)
	time.Sleep(time.Until(due)) // what happens then is the test's own doing
	atStart := -1
	if kill != nil {
		time.Sleep(*kill)
		r.stop(syscall.SIGKILL)
		r.start()
		if atStart = r.published(t); atStart != before && atStart != before+releasedEntries {
			t.Fatalf("killed %v after its time, %d of %d entries are public", *kill, atStart-before, releasedEntries)
		}
	}
	r.await(t, release, before)
	took := time.Since(due)
	r.wantOnce(t, entries)
	if kill != nil {
		t.Logf("killed after %v, then %d entries were public; out after %v", *kill, atStart-before, took)
	}
	return took
}

// draft writes the entries of the next round.
func (r *killedRelease) draft(t *testing.T) (ids []string) {
	r.round++
	for n := range releasedEntries {
		var made struct{ Entry seenEntry }
		data := map[string]any{"slug": fmt.Sprintf("round-%d-%d", r.round, n), "body": "A leaf."}
		r.read(r.mustPost(r.browser, "/entries?collection=articles", map[string]any{"data": data}, http.StatusCreated), &made)
		ids = append(ids, made.Entry.ID)
	}
	return ids
}

// plan makes a release of them.
func (r *killedRelease) plan(t *testing.T, ids []string) string {
	var made struct{ ID string }
	r.read(r.mustPost(r.browser, "/releases", map[string]any{"name": fmt.Sprint("Round ", r.round)}, http.StatusCreated), &made)
	named := make([]map[string]any, len(ids))
	for i, id := range ids {
		named[i] = map[string]any{"collection": "articles", "id": id}
	}
	r.mustPost(r.browser, "/releases/"+made.ID+"/entries", map[string]any{"entries": named}, http.StatusOK)
	return made.ID
}

// await waits until a release is out. Until then none of its entries is, at any look.
func (r *killedRelease) await(t *testing.T, id string, before int) {
	for begun := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		if n := r.published(t); n != before && n != before+releasedEntries {
			t.Fatalf("%d of %d entries are public", n-before, releasedEntries)
		}
		var now struct {
			State   string
			Problem json.RawMessage
		}
		r.get(t, "/releases/"+id, &now)
		switch {
		case now.State == "published":
			return
		case now.State == "failed" || time.Since(begun) > 2*time.Minute:
			t.Fatalf("the release is %s: %s", now.State, now.Problem)
		}
	}
}

// wantOnce wants each entry published by one write.
func (r *killedRelease) wantOnce(t *testing.T, ids []string) {
	for _, id := range ids {
		var now struct{ Entry seenEntry }
		r.get(t, "/entries/"+id+"?collection=articles", &now)
		var history struct{ Items []struct{ Action string } }
		r.get(t, "/audit?entry="+id+"&collection=articles", &history)
		moves := 0
		for _, item := range history.Items {
			if item.Action == "publish" {
				moves++
			}
		}
		if now.Entry.Status != "published" || now.Entry.Version != 2 || moves != 1 {
			t.Errorf("%s is %s in version %d, published %d times", id, now.Entry.Status, now.Entry.Version, moves)
		}
	}
}

// published is how many entries are public.
func (r *killedRelease) published(t *testing.T) int {
	var found struct{ Count int }
	r.get(t, "/entries/count?collection=articles&status=published", &found)
	return found.Count
}

func (r *killedRelease) get(t *testing.T, path string, into any) {
	t.Helper()
	text, err := r.send(r.browser, http.MethodGet, r.origin()+"/admin/api"+path, nil, nil, http.StatusOK)
	if err != nil {
		t.Fatal(err)
	}
	r.read(text, into)
}
