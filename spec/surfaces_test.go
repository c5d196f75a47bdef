package spec

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/quartet-dev/quartet/internal/transcript"
)

// TestRESTAndMCPAgree replays the transcripts on two copies of each site at once: what
// reads a public View or calls a Procedure comes by REST to the one and by MCP
// to the other, from the same person, signed in. Both must answer alike: the
// same rows and results, or the same diagnostic ("Surfaces of a View";
// "Procedure invocation pipeline": same for HTTP Trigger and MCP call)
// (decision 86).
func TestRESTAndMCPAgree(t *testing.T) {
	sum := newSurfaceReport()
	t.Run("transcripts", func(t *testing.T) {
		for _, file := range transcripts(t) {
			archive, exchanges := read(t, file)
			if reason := withoutSurfaces[file]; reason != "" {
				sum.leave(reason)
				continue
			}
			if signsIn(exchanges) {
				sum.leave(ownPeople)
				continue
			}
			if !slices.ContainsFunc(exchanges, isSurfaceCall) {
				continue
			}
			for _, who := range visitors(archive) {
				sum.planned++
				t.Run(strings.TrimSuffix(file, ".txtar")+" as "+who, func(t *testing.T) {
					t.Parallel()
					openSurfaces(t, archive, who, sum).replay(exchanges)
					sum.finish()
				})
			}
		}
	})
	if !t.Failed() && sum.isWhole() {
		holdTable(t, "surfaces", sum.table())
	}
}

// withoutSurfaces are transcripts that somebody who is signed in cannot live
// through.
var withoutSurfaces = map[string]string{
	"hooks/after-event.txtar":  hookOfNobody,
	"hooks/after-events.txtar": hookOfNobody,
}

func read(t *testing.T, file string) (*txtar.Archive, []*transcript.Exchange) {
	t.Helper()
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	exchanges, err := transcript.Parse(transcript.Section(archive, "transcript"))
	if err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return archive, exchanges
}

// visitors are who the transcripts are replayed as: somebody without a role,
// and the owner where a manifest asks for staff.
func visitors(archive *txtar.Archive) []string {
	for _, f := range archive.Files {
		if strings.Contains(string(f.Data), "ctx.staff") {
			return []string{reader, owner}
		}
	}
	return []string{reader}
}

// surfaces are two copies of a site that run through the same transcript.
type surfaces struct {
	t         *testing.T
	who       string // stands for whoever a transcript does not name
	rest, mcp *signInSite
	sum       *surfaceReport
}

func openSurfaces(t *testing.T, archive *txtar.Archive, who string, sum *surfaceReport) *surfaces {
	t.Helper()
	return &surfaces{t: t, who: who, rest: openSignInSite(t, archive), mcp: openSignInSite(t, archive), sum: sum}
}

func (d *surfaces) replay(exchanges []*transcript.Exchange) {
	for _, e := range exchanges {
		v, reason := d.surfaceCall(e)
		if reason != "" {
			if reason != notACall {
				d.sum.leave(reason)
			}
			d.rest.learn(e, d.rest.do(d.t, e, d.rest.captures))
			d.mcp.learn(e, d.mcp.do(d.t, e, d.mcp.captures))
			continue
		}
		d.compare(e, v)
	}
}

// compare calls both surfaces.
func (d *surfaces) compare(e *transcript.Exchange, v surfaceCall) {
	byREST := d.rest.browse(v)
	d.rest.learn(e, byREST)
	if v.view {
		byREST = d.mcp.browse(v) // reading changes nothing, and the copy must know its own cursors
		d.mcp.learn(e, byREST)
	}
	byMCP := d.mcp.call(v)
	if !v.view {
		d.mcp.learn(e, byMCP)
	}
	d.sum.count(v, byREST.Status == "200")
	if err := sameAnswer(byREST.Body, byMCP.Body); err != nil {
		d.t.Errorf("line %d of the transcript: > %s %s: the surfaces differ: %v\nREST: %s\nMCP:  %s", e.Line, e.Method, e.Target, err, byREST.Body, byMCP.Body)
	}
}

// learn keeps what a transcript captures of an answer, whoever it was for.
func (h *signInSite) learn(e *transcript.Exchange, got transcript.Answer) {
	expected := *e
	expected.Status, expected.Expect = got.Status, nil
	_ = transcript.Check(&expected, got, h.captures) // an answer to somebody else may well be another
}

// sameAnswer compares two envelopes of two copies of a site: what is made anew
// in each, ids and times, may differ, but in the same way everywhere. A cursor
// is REST's alone.
func sameAnswer(a, b string) error {
	one, err := envelope(a)
	if err != nil {
		return err
	}
	other, err := envelope(b)
	if err != nil {
		return err
	}
	return (&idMapping{ids: map[string]string{}}).compare("", one, other)
}

func envelope(text string) (map[string]any, error) {
	body := map[string]any{}
	if err := json.Unmarshal([]byte(text), &body); err != nil {
		return nil, fmt.Errorf("%q is no JSON: %w", text, err)
	}
	if page, ok := body["data"].(map[string]any); ok && page["rows"] != nil {
		delete(page, "nextCursor")
	}
	return body, nil
}
