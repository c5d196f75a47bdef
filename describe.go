package quartet

import "github.com/quartet-dev/quartet/internal/app"

// ViewInfo describes a View.
type ViewInfo struct {
	Name        string         `json:"name"`
	Title       string         `json:"title,omitempty"`
	Description string         `json:"description"`      // the declared one, or words made of what the View reads
	Surface     string         `json:"surface"`          // public or staff
	From        string         `json:"from,omitempty"`   // its Schema; "" for a sql View
	Params      map[string]any `json:"params,omitempty"` // JSON Schema; nil without params

	Restricted bool `json:"restricted"` // not everybody may call
}

// ProcedureInfo describes a Procedure by its JSON Schemas.
type ProcedureInfo struct {
	Name        string         `json:"name"`
	Title       string         `json:"title,omitempty"`
	Description string         `json:"description,omitempty"`
	Collection  string         `json:"collection,omitempty"` // that a builtin handler writes
	Input       map[string]any `json:"input"`
	Output      map[string]any `json:"output"`

	Restricted bool `json:"restricted"` // not everybody may call
}

// TriggerInfo describes a Trigger as its manifest does.
type TriggerInfo struct {
	Name   string        `json:"name"`
	Source TriggerSource `json:"source"`
	Target TriggerTarget `json:"target"`
}

// TriggerSource is where a Trigger listens; the fields of its Kind are set.
type TriggerSource struct {
	Kind    string   `json:"kind"` // http, mcp or lifecycle
	Method  string   `json:"method,omitempty"`
	Path    string   `json:"path,omitempty"`
	Surface string   `json:"surface,omitempty"`
	Schema  string   `json:"schema,omitempty"`
	On      []string `json:"on,omitempty"`

	Headers map[string]string `json:"headers,omitempty"` // by input property: the header that it is
	RawBody string            `json:"rawBody,omitempty"` // the input property that is the body, "" for none
}

// TriggerTarget is the Procedure that a Trigger calls.
type TriggerTarget struct {
	Procedure string `json:"procedure"`
}

// Fingerprint is a hash of the meaning of the site's manifests.
func (s *Service) Fingerprint() string { return s.app.Plan().Fingerprint() }

// Views describes the Views by name. The documents in it must not be changed.
func (s *Service) Views() []ViewInfo {
	return each(s.app.Views(), func(v app.ViewInfo) ViewInfo { return ViewInfo(v) })
}

// Procedures describes the Procedures by name. The documents in it must not be
// changed.
func (s *Service) Procedures() []ProcedureInfo {
	return each(s.app.Procedures(), func(p app.ProcedureInfo) ProcedureInfo { return ProcedureInfo(p) })
}

// Triggers describes the Triggers by name.
func (s *Service) Triggers() (infos []TriggerInfo) {
	for _, t := range s.app.Triggers() {
		infos = append(infos, TriggerInfo{Name: t.Name, Source: TriggerSource(t.Source), Target: TriggerTarget(t.Target)})
	}
	return infos
}
