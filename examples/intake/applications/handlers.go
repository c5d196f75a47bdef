// Package applications holds the handlers of the intake site: the rules that
// its manifests cannot say.
package applications

import (
	"context"
	"time"

	"github.com/quartet-dev/quartet"

	"github.com/quartet-dev/quartet/examples/intake/service"
	"github.com/quartet-dev/quartet/examples/intake/service/inprocess"
)

// Studio is what the handlers know beside their input. It has a method for each ref
// key of manifests/submit.yaml, or it would not compile.
type Studio struct {
	Today func() time.Time
}

// Handlers are the functions behind the ref keys.
func (s Studio) Handlers() quartet.Handlers { return inprocess.Register(s) }

// IntakeIsOpen is the guard: returning lets the application through. The intake is
// closed while no workshop is published.
func (s Studio) IntakeIsOpen(ctx context.Context, c *quartet.Context, _ service.ProcInputIntakeOpen) (open service.ProcOutputIntakeOpen, err error) {
	site, err := inprocess.Within(c)
	if err != nil {
		return open, err
	}
	page, err := site.Views.Workshops.Read(ctx, service.Paging{Show: 1})
	if err == nil && len(page.Rows) == 0 {
		err = quartet.Fail("AUTH_DENIED", "The intake is closed. It opens again with the next workshop.")
	}
	return open, err
}

// ApplicationsCheck checks the rules that span several fields and files the
// application on behalf of whoever sent it.
func (s Studio) ApplicationsCheck(ctx context.Context, c *quartet.Context, in service.ProcInputSubmitApplication) (receipt service.ProcOutputSubmitApplication, err error) {
	if err := s.check(in); err != nil {
		return receipt, err
	}
	site, err := inprocess.Within(c)
	if err != nil {
		return receipt, err
	}
	application, err := service.Convert[service.ProcInputFileApplication](in)
	if err != nil {
		return receipt, err
	}
	application.Stage = service.ProcInputFileApplicationStageReceived
	filed, err := site.Procedures.FileApplication.Call(ctx, application)
	if err != nil {
		return receipt, err
	}
	return service.ProcOutputSubmitApplication{
		ID: filed.ID, Version: filed.Version, ReceivedAt: filed.Data.ReceivedAt,
		Stage: service.ProcOutputSubmitApplicationStage(filed.Data.Stage),
	}, nil
}
