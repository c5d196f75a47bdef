package admin_test

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/transcript"
)

// TestTranscripts replays testdata/*.txtar: what each clause of admin-api.md
// promises, as requests and answers. The first line of a file names the clause.
//
//	> POST /entries?collection=posts
//	> As: editor eve
//	{"data": {}}
//	< 201
//	< Content-Type: application/json
//	{"entry": {"id": "<id:post>", "...": 0}, "...": 0}
//
// The form is that of spec/README.md. Paths are below /admin/api. Without As it
// is owner ada who asks. A body that is no JSON is compared as text, with \r and
// the byte order mark written out.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) != 30 {
		t.Fatalf("found %d transcripts, %v; want 30", len(files), err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(file)
			must(t, err)
			site := tea
			if len(archive.Files) == 2 {
				site += "---\n" + string(archive.Files[0].Data)
			}
			open(t, site).play(t, string(archive.Files[len(archive.Files)-1].Data))
		})
	}
}

func (s *service) play(t *testing.T, text string) {
	exchanges, err := transcript.Parse(text)
	must(t, err)
	if len(exchanges) == 0 {
		t.Fatal("nothing is asked")
	}
	kept := map[string]string{}
	for _, e := range exchanges {
		as, headers := whoAsks(e)
		got := s.do(e.Method, "/admin/api"+transcript.Fill(e.Target, kept), as, transcript.Fill(e.Body, kept), headers...)
		if strconv.Itoa(got.status) != e.Status {
			t.Fatalf("line %d: %s %s: status %d %s, want %s", e.Line, e.Method, e.Target, got.status, got.body, e.Status)
		}
		for _, h := range e.Expect {
			if value := got.header.Get(h[0]); value != h[1] {
				t.Errorf("line %d: %s is %q, want %q", e.Line, h[0], value, h[1])
			}
		}
		if err := compare(transcript.Fill(e.Answer, kept), got.body, kept); err != nil {
			t.Fatalf("line %d: %s %s: %v\n%s", e.Line, e.Method, e.Target, err, got.body)
		}
	}
}

// whoAsks takes As out of the headers, the last one counts.
func whoAsks(e *transcript.Exchange) (as string, headers [][2]string) {
	as = "owner ada"
	for _, h := range e.Headers {
		if h[0] == "As" {
			as = h[1]
		} else {
			headers = append(headers, h)
		}
	}
	return as, headers
}

func compare(want, got string, kept map[string]string) error {
	if want == "" {
		return nil
	}
	var wanted, given any
	if json.Unmarshal([]byte(want), &wanted) != nil {
		shown := strings.NewReplacer("\ufeff", "<bom>", "\r\n", "\\r\n").Replace(got)
		if shown != want {
			return fmt.Errorf("got\n%s\nwant\n%s", shown, want)
		}
		return nil
	}
	if err := json.Unmarshal([]byte(got), &given); err != nil {
		return err
	}
	return transcript.Match(wanted, given, "", kept)
}
