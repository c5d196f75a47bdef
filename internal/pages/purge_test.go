package pages

import (
	"context"
	"flag"
	"fmt"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/principal"
)

var writes = flag.Int("writes", 100, "how many writes TestNoRequestSeesAPageFromBeforeAWrite makes")

var staff = content.Caller{User: &content.User{ID: "eve"}, Staff: &content.Staff{ID: "eve", Role: string(principal.Editor)}}

// The revisions that an entry's own page and lists show.
var (
	inText  = regexp.MustCompile(`(?m)(?:<p>|^)Words (\d+)`)
	inTitle = regexp.MustCompile(`Revision (\d+)\b`)
)

// TestNoRequestSeesAPageFromBeforeAWrite has several writers, each of an entry of its
// own, beside sixteen readers of everything that shows it.
func TestNoRequestSeesAPageFromBeforeAWrite(t *testing.T) {
	const writers, readers = 4, 16
	s := open(t, []string{"en"}, notes())
	var answered [writers]atomic.Int64 // the revision that was answered last
	entries := make([]*content.Entry, writers)
	for i := range entries {
		entries[i] = s.publish("notes", map[string]any{"slug": fmt.Sprintf("note-%d", i), "title": "Revision 0", "body": "Words 0"})
	}
	ctx, stop := context.WithCancel(t.Context())
	var reading, writing sync.WaitGroup
	var read atomic.Int64
	for i := range readers {
		reading.Go(func() {
			for n := i; ctx.Err() == nil; n++ {
				s.sees(n, &answered)
				read.Add(1)
			}
		})
	}
	for i, e := range entries {
		writing.Go(func() {
			for n := range *writes / writers {
				data := map[string]any{"title": fmt.Sprintf("Revision %d", n+1), "body": fmt.Sprintf("Words %d", n+1)}
				if _, err := s.content.Patch(t.Context(), staff, "notes", e.ID, data, 0); err != nil {
					t.Error(err)
					return
				}
				answered[i].Store(int64(n + 1))
			}
		})
	}
	writing.Wait()
	stop()
	reading.Wait()
	t.Logf("%d writes, %d reads", *writes, read.Load())
}

// TestAnotherProcessSeesAWrite: a page that it keeps is good for a moment longer at
// most.
func TestAnotherProcessSeesAWrite(t *testing.T) {
	s := open(t, []string{"en"}, notes())
	e := s.publish("notes", map[string]any{"slug": "aroma", "title": "Before"})
	other := s.again()
	paths := []string{"/en/notes/aroma", "/en/notes", "/en", "/llms.txt"}
	for _, path := range paths {
		if !strings.Contains(other.want(path, http.StatusOK).Body.String(), "Before") {
			t.Fatalf("%s has no entry", path)
		}
	}
	_, err := s.content.Patch(t.Context(), staff, "notes", e.ID, map[string]any{"title": "Changed"}, 0)
	must(t, err)
	for _, path := range paths {
		for end := time.Now().Add(20 * time.Second); !strings.Contains(other.want(path, http.StatusOK).Body.String(), "Changed"); time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatalf("%s is as it was", path)
			}
		}
	}
}

// sees reads a page, and looks that it shows no older revision than the last one that
// was answered before: an entry's page its own, and a list those of all together.
func (s running) sees(n int, answered *[4]atomic.Int64) {
	i := n % len(answered)
	all := int64(0)
	for k := range answered {
		all += answered[k].Load()
	}
	own := fmt.Sprintf("/en/notes/note-%d", i)
	path, in, least := own, inText, answered[i].Load()
	switch n / len(answered) % 5 {
	case 1:
		path = own + ".md"
	case 2:
		path, in, least = "/en/notes", inTitle, all
	case 3:
		path, in, least = "/en/notes/feed.json", inTitle, all
	case 4:
		path, in, least = "/llms.txt", inTitle, all
	}
	found := in.FindAllStringSubmatch(s.want(path, http.StatusOK).Body.String(), -1)
	shown := int64(0)
	for _, each := range found {
		number, _ := strconv.ParseInt(each[1], 10, 64)
		shown += number
	}
	if in == inTitle { // which a list has more than once
		shown = shown * int64(len(answered)) / int64(max(1, len(found)))
	}
	if shown < least {
		s.t.Errorf("%s shows revision %d, and %d was answered before", path, shown, least)
	}
}
