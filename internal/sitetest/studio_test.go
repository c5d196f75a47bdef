package sitetest

import (
	"context"
	"encoding/json"
	"maps"
	"time"

	"github.com/quartet-dev/quartet/internal/app"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
)

// studio has the handlers of the intake site without its generated package, which
// refuses to call a site whose manifests were changed.
func studio(a *app.App) map[string]content.Handler {
	return map[string]content.Handler{
		"intake.isOpen": func(ctx context.Context, call *content.Call, _ map[string]any) (any, error) {
			show := 1.0
			page, err := a.Content().ExecuteView(ctx, call.Caller, content.ViewCall{View: a.Plan().View("workshops"), Show: &show}, nil)
			if err == nil && page.Count == 0 {
				err = diag.At(diag.AuthDenied, "input#", "The intake is closed. It opens again with the next workshop.")
			}
			return map[string]any{}, err
		},
		"applications.check": func(ctx context.Context, call *content.Call, input map[string]any) (any, error) {
			text, err := json.Marshal(input)
			if err != nil {
				return nil, err
			}
			var form application
			if err := json.Unmarshal(text, &form); err != nil {
				return nil, err
			}
			if err := form.check(time.Now().UTC().Format(time.DateOnly)); err != nil {
				return nil, err
			}
			filed := maps.Clone(input)
			filed["stage"] = "received"
			result, err := a.Invoke(ctx, call.Caller, "file-application", filed)
			if err != nil {
				return nil, err
			}
			return receipt(result)
		},
	}
}

// receipt is what a sender is told of the entry.
func receipt(entry any) (any, error) {
	text, err := json.Marshal(entry)
	if err != nil {
		return nil, err
	}
	var stored struct {
		ID      string
		Version int64
		Data    struct {
			Stage      string
			ReceivedAt int64
		}
	}
	err = json.Unmarshal(text, &stored)
	return map[string]any{"id": stored.ID, "version": stored.Version, "stage": stored.Data.Stage, "receivedAt": stored.Data.ReceivedAt}, err
}

type application struct {
	PreferredDate    string
	AlternativeDate  *string
	ReachBy          string
	Phone            *string
	Seats            int
	Participants     []struct{ Age int }
	EmergencyContact *struct{}
	Experience       string
	Workshop         string
	YearsOfPractice  float64
}

func (a application) check(today string) error {
	youngest := 14
	for _, p := range a.Participants {
		youngest = min(youngest, p.Age)
	}
	for _, rule := range []struct {
		pointer, message string
		broken           bool
	}{
		{"/preferredDate", "The date must be after today.", a.PreferredDate <= today},
		{"/alternativeDate", "The alternative must be after the preferred date.", a.AlternativeDate != nil && *a.AlternativeDate <= a.PreferredDate},
		{"/phone", "To be reached by phone, give a number.", a.ReachBy == "phone" && a.Phone == nil},
		{"/seats", "There must be one seat for each participant.", a.Seats != len(a.Participants)},
		{"/emergencyContact", "With participants under 14, give somebody to call.", youngest < 14 && a.EmergencyContact == nil},
		{"/experience", "The kiln is for people who have fired before.", a.Experience == "none" && a.Workshop == "kiln-firing"},
		{"/yearsOfPractice", "Years of practice do not go with no experience.", a.Experience == "none" && a.YearsOfPractice > 0},
	} {
		if rule.broken {
			return diag.At(diag.InputValidationFailed, "input#"+rule.pointer, rule.message)
		}
	}
	return nil
}
