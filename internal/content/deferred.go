package content

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/plan"
)

// Deferred is the event of one write on its way to the after-hooks. The Store
// keeps it with the row, and a queue brings it to Deliver, one Trigger after
// the other.
type Deferred struct {
	ID       string // a UUIDv7, the same through retries and replay
	Hook     plan.Hook
	Schema   string
	EntryID  string
	Triggers []string // that have not run yet, by name
	Body     []byte   // the envelope, as JSON
}

// Purge is the hook of an event that no Trigger of the manifests waits for: the
// copies that a CDN keeps of the public pages are to be purged. Its one Trigger
// is PurgeTrigger, and it tells neither who wrote nor what, because there is one
// tag for all.
const (
	Purge        plan.Hook = "purge"
	PurgeTrigger string    = "cdn"
)

// purges reports whether a change shows on the public pages: what was published
// or is, of a Schema whose entries have drafts (decision 144).
func (s *Service) purges(c *change, row *Entry) bool {
	return s.opts.Purge && c.schema.Lifecycle() == plan.Publishing && (c.status() == Published || row.Status == Published)
}

// envelope is what a delivery knows beside: the row after the write (of a
// deleted entry the row as it was), on whose behalf it was written, and how
// many hooks had caused each other by then. Caller holds ids and scopes, never
// a credential.
type envelope struct {
	Caller Caller          `json:"caller"`
	Depth  int             `json:"depth"`
	Entry  json.RawMessage `json:"entry"`
}

// ErrUndeliverable is in the chain of a failure that no further try can mend:
// the Trigger is gone, or hooks cause each other without end.
var ErrUndeliverable = errors.New("no further try will deliver the event")

// deferred is the event of a change, nil when no after-hook waits for it.
func (s *Service) deferred(ctx context.Context, c *change, row *Entry) (*Deferred, error) {
	hook := moves[c.move].after
	triggers := s.hooks[hookKey{c.schema, hook}]
	if len(triggers) == 0 || c.quiet() {
		return nil, nil
	}
	body, err := encodeEnvelope(c.caller, hookDepth(ctx), shown(c.schema, row))
	if err != nil {
		return nil, err
	}
	e := &Deferred{
		ID: uuid.Must(uuid.NewV7()).String(), Hook: hook, Schema: c.schema.Name(), EntryID: row.ID,
		Triggers: make([]string, len(triggers)), Body: body,
	}
	for i, t := range triggers {
		e.Triggers[i] = t.Name()
	}
	return e, nil
}

// encodeEnvelope encodes an envelope. The row goes through jsonvalue, which keeps its
// numbers what they are.
func encodeEnvelope(caller Caller, depth int, row *Entry) ([]byte, error) {
	body := []byte(`{"depth":`)
	body = strconv.AppendInt(body, int64(depth), 10)
	if !caller.Anonymous() {
		who, err := json.Marshal(caller)
		if err != nil {
			return nil, diag.Internal(err)
		}
		body = append(append(body, `,"caller":`...), who...)
	}
	body = jsonvalue.Append(append(body, `,"entry":`...), row.Row())
	return append(body, '}'), nil
}

// storedLimits bounds what is decoded of a stored event: more than any surface lets in.
var storedLimits = jsonvalue.Limits{Depth: 10_000, Nodes: 10_000_000, Stored: true}

func (e *Deferred) decodeEnvelope() (envelope, map[string]any, error) {
	var sent envelope
	if err := json.Unmarshal(e.Body, &sent); err != nil {
		return sent, nil, diag.Internal(fmt.Errorf("event %s: %w", e.ID, err))
	}
	row, err := objectOf(sent.Entry)
	if err == nil && row == nil {
		err = errNoObject
	}
	if err != nil {
		return sent, nil, diag.Internal(fmt.Errorf("entry of event %s: %w", e.ID, err))
	}
	return sent, row, nil
}

// Deliver runs one Trigger of an event through the pipeline of every
// Procedure, on behalf of the caller of the write and with the stored data as
// input. A Trigger that the plan no longer has on that hook is NOT_FOUND, an
// event past the depth of hooks CONFLICT, both with ErrUndeliverable;
// otherwise the error is that of the Procedure.
func (s *Service) Deliver(ctx context.Context, e *Deferred, trigger string) error {
	t := s.afterHook(e, trigger)
	if t == nil {
		return removed(e, trigger)
	}
	sent, row, err := e.decodeEnvelope()
	if err != nil {
		return err
	}
	ctx, err = deeper(context.WithValue(ctx, depthKey{}, sent.Depth))
	if err != nil {
		return diag.As(err).WithCause(ErrUndeliverable)
	}
	event := Event{ID: e.ID, Trigger: trigger, Hook: e.Hook, Schema: e.Schema, Entry: row}
	data, _ := row["data"].(map[string]any)
	_, err = s.invoke(ctx, &Call{Caller: sent.Caller, Event: &event}, t.Procedure(), data)
	return err
}

func (s *Service) afterHook(e *Deferred, trigger string) *plan.Trigger {
	for _, t := range s.hooks[hookKey{s.plan.Schema(e.Schema), e.Hook}] {
		if t.Name() == trigger {
			return t
		}
	}
	return nil
}

func removed(e *Deferred, trigger string) *diag.Diagnostic {
	d := diag.At(diag.NotFound, "", fmt.Sprintf("The manifests no longer have a Trigger %s on %s of %s.", trigger, e.Hook, e.Schema))
	d.Suggestion = "Declare the Trigger again and replay the event, or drop the event."
	return d.WithCause(ErrUndeliverable)
}
