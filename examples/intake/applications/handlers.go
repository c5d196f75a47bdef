// Package applications holds the handlers of the intake site: the rules that
// its manifests cannot say.
package applications

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet"
)

// Studio is what the handlers know beside their input.
type Studio struct {
	Today  func() time.Time
	Closed bool // no applications are taken
}

// Handlers are the functions behind the ref keys of manifests/submit.yaml.
func (s Studio) Handlers() quartet.Handlers {
	return quartet.Handlers{
		"applications.check": s.apply,
		"intake.isOpen":      quartet.Handle(s.isOpen),
	}
}

// isOpen is the guard: returning lets the application through.
func (s Studio) isOpen(context.Context, *quartet.Context, struct{}) (struct{}, error) {
	if s.Closed {
		return struct{}{}, quartet.Fail("AUTH_DENIED", "The intake is closed. It opens again on the first of next month.")
	}
	return struct{}{}, nil
}

// receipt is what an applicant gets back.
type receipt struct {
	ID         string `json:"id"`
	Version    int    `json:"version"`
	Stage      string `json:"stage"`
	ReceivedAt int64  `json:"receivedAt"`
}

// apply checks the rules that span several fields and files the application on
// behalf of whoever sent it.
func (s Studio) apply(ctx context.Context, c *quartet.Context, input map[string]any) (any, error) {
	application, err := read(input)
	if err != nil {
		return nil, err
	}
	if err := s.check(application); err != nil {
		return nil, err
	}
	input["stage"] = "received"
	type entry struct {
		receipt
		Data receipt `json:"data"`
	}
	filed, err := quartet.Call[entry](ctx, c.Service(), "file-application", input, quartet.CallOptions{Caller: c.Caller()})
	if err != nil {
		return nil, err
	}
	return receipt{filed.ID, filed.Version, filed.Data.Stage, filed.Data.ReceivedAt}, nil
}
