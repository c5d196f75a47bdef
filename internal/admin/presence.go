package admin

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/presence"
	"github.com/quartet-dev/quartet/internal/principal"
)

// recheckTime is the longest that somebody who may listen no more goes on listening, and
// the time between two signs of life. It is a variable for tests.
var recheckTime = 10 * time.Second

// maxWindow bounds the name of a window, in bytes.
const maxWindow = 64

// watched is the entries as a Hub looks at them.
type watched struct{ content *content.Service }

// Generation implements presence.Entries.
func (w watched) Generation(collection string) (number uint64, known bool) {
	if schema := w.content.Plan().Schema(collection); schema != nil {
		return w.content.SchemaGeneration(schema)
	}
	return 0, false
}

// State implements presence.Entries.
func (w watched) State(ctx context.Context, at presence.Place) (presence.Change, error) {
	e, err := w.content.Get(ctx, at.Collection, at.Entry)
	if diag.HasCode(err, diag.NotFound) {
		return presence.Change{Kind: presence.Deleted}, nil
	}
	if err != nil {
		return presence.Change{}, err
	}
	return presence.Change{Kind: presence.Saved, Version: e.Version, Status: string(e.Status)}, nil
}

// authenticatorOf says who calls a route. What an open page says by itself is no use of its
// session.
func (s *Surface) authenticatorOf(r *route) authenticator {
	if r.path == "/entries/{id}/presence" {
		return s.Recheck
	}
	return s.Authenticate
}

// presence tells who else has an entry open, and what becomes of it, for as long as the
// caller is staff (decision 246).
func (s *Surface) presence(q *request) error {
	name, err := windowName(q.query["window"])
	if err != nil {
		return err
	}
	e, err := s.staffEntries(q).Get(q.Context(), q.query["collection"], q.PathValue("id"))
	if err != nil {
		return err
	}
	listener, err := s.hub.Join(presence.Place{Collection: e.Collection, Entry: e.ID}, q.caller.Actor().ID, name)
	if err != nil {
		httpx.RetryAfter(q.w, recheckTime)
		return err
	}
	defer listener.Leave()
	if s.Comments != nil {
		if err := s.noteLanguage(q); err != nil {
			return err
		}
	}
	stream, err := httpx.NewStream(q.w)
	if err != nil {
		return diag.At(diag.ResourceUnavailable, "", "There are no streams on this connection.").WithCause(err)
	}
	told := telling{surface: s, q: q, stream: stream, listener: listener, last: q.Header.Get("Last-Event-ID")}
	told.run()
	return nil
}

// windowName is the name that a window has given itself.
func windowName(text string) (string, error) {
	if text == "" || len(text) > maxWindow {
		return "", wrong("window", "A window has a name of its own, of 1 to 64 bytes.", "string")
	}
	return text, nil
}

// say hears where in its entry a window is.
func (s *Surface) say(q *request) error {
	text, err := q.text("window")
	if err != nil {
		return err
	}
	name, err := windowName(text)
	if err != nil {
		return err
	}
	saying, err := q.saying()
	if err != nil {
		return err
	}
	here, wait, err := s.hub.Say(q.caller.Actor().ID, name, saying)
	if wait > 0 {
		httpx.RetryAfter(q.w, wait)
	}
	return q.answer(wire.PresenceHeard{Here: here}, err)
}

// saying is what the body says, all of which may be missing or null: where a window is, and
// what of it waits for a choice (decision 381).
func (q *request) saying() (presence.Saying, error) {
	here, err := spotIn(q.body)
	if err != nil {
		return presence.Saying{}, err
	}
	typing, err := q.flag("typing")
	if err != nil {
		return presence.Saying{}, err
	}
	s := presence.Saying{Field: here.Field, Block: here.Block, Typing: typing}
	if q.body["unsaved"] == nil {
		return s, nil
	}
	unsaved, err := q.object("unsaved")
	if err != nil {
		return s, err
	}
	s.Unsaved, err = spotIn(unsaved)
	return s, err
}

// spotIn is a field and a block, as a Hub checks them (decision 380).
func spotIn(of map[string]any) (s presence.Spot, err error) {
	if s.Field, err = optionalTextIn(of, "field"); err != nil {
		return s, err
	}
	s.Block, err = optionalTextIn(of, "block")
	return s, err
}

// telling is one stream.
type telling struct {
	surface  *Surface
	q        *request
	stream   *httpx.Stream
	listener *presence.Listener
	people   []presence.Person // as they were told last
	started  bool
	last     string // the version that the client has seen, "" for none
	names    userNames
}

// run ends with the listener, the client, the server, or the right to listen.
func (t *telling) run() {
	beat := time.NewTicker(recheckTime)
	defer beat.Stop()
	again := time.NewTimer(0) // the first update is due at once
	defer again.Stop()
	t.forgetNames()
	for {
		select {
		case <-t.listener.Over():
			return
		case <-t.q.Context().Done():
			return
		case <-httpx.Ending(t.q.Context()):
			return
		case <-beat.C:
			if !t.mayListen() || t.stream.Beat() != nil {
				return
			}
			continue
		case <-t.listener.Wake():
		case <-again.C:
		}
		u := t.listener.Take()
		if u.Recheck && !t.mayListen() || t.tell(u) != nil {
			return
		}
		if !u.Again.IsZero() {
			again.Reset(max(time.Until(u.Again), 0) + time.Millisecond)
		}
	}
}

// mayListen asks again who listens, and learns names anew: both change.
func (t *telling) mayListen() bool {
	caller, err := t.surface.admitBy(t.surface.Recheck, discarded{http.Header{}}, t.q.Request, principal.Contributor)
	if err != nil || caller.Actor().ID != t.q.caller.Actor().ID {
		return false
	}
	t.q.caller = caller
	t.forgetNames()
	return true
}

func (t *telling) forgetNames() {
	t.names = t.surface.names(t.q)
}

func (t *telling) tell(u presence.Update) error {
	if u.Change != nil {
		if err := t.tellChange(*u.Change); err != nil {
			return err
		}
	}
	if u.Commented {
		if err := t.stream.Send("comments", "", []byte("{}")); err != nil {
			return err
		}
	}
	if u.Timed {
		if err := t.stream.Send("moves", "", []byte("{}")); err != nil {
			return err
		}
	}
	if t.started && slices.Equal(t.people, u.People) {
		return nil
	}
	t.started, t.people = true, u.People
	return t.tellPeople(u)
}

// tellChange says nothing of the version that the client had when it lost an earlier
// stream. The counter of a draft is no version: a client that came back with it would not
// be told of the version of that number.
func (t *telling) tellChange(c presence.Change) error {
	version := ""
	if c.Kind == presence.Saved {
		version = strconv.FormatInt(c.Version, 10)
	}
	seen := version != "" && version == t.last
	t.last = ""
	if seen {
		return nil
	}
	by, err := t.names.of(t.q.Context(), c.By)
	if err != nil {
		return err
	}
	return t.send("changed", version, wire.PresenceChange{Kind: string(c.Kind), Version: c.Version, Status: c.Status, By: by})
}

func (t *telling) tellPeople(u presence.Update) error {
	out := wire.Presence{People: []wire.PresentPerson{}, More: u.More}
	for _, each := range u.People {
		person, err := t.names.of(t.q.Context(), each.ID)
		if err != nil {
			return err
		}
		out.People = append(out.People, wire.PresentPerson{
			ID: each.ID, Name: person.Name, Field: each.Field, Block: each.Block, Typing: each.Typing, Unsaved: spotOf(each.Unsaved),
		})
	}
	return t.send("people", "", out)
}

// spotOf is nil for nowhere.
func spotOf(s presence.Spot) *wire.PresenceSpot {
	if s == (presence.Spot{}) {
		return nil
	}
	return &wire.PresenceSpot{Field: s.Field, Block: s.Block}
}

func (t *telling) send(event, id string, value any) error {
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return t.stream.Send(event, id, data)
}

// changed tells whoever has an entry open that the caller has written it.
func (s *Surface) changed(q *request, e *content.Entry) {
	s.hub.Changed(presence.Place{Collection: e.Collection, Entry: e.ID},
		presence.Change{Kind: presence.Saved, Version: e.Version, Status: string(e.Status), By: q.caller.Actor().ID})
}

// discarded is where headers go that no client can be sent any more.
type discarded struct{ header http.Header }

func (d discarded) Header() http.Header          { return d.header }
func (discarded) Write(text []byte) (int, error) { return len(text), nil }
func (discarded) WriteHeader(int)                {}
