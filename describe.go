package quartet

import (
	"slices"

	"github.com/quartet-dev/quartet/internal/plan"
)

// ViewInfo describes a View.
type ViewInfo struct {
	Name    string         `json:"name"`
	Title   string         `json:"title,omitempty"`
	Surface string         `json:"surface"`          // public or staff
	From    string         `json:"from,omitempty"`   // its Schema; "" for a sql View
	Params  map[string]any `json:"params,omitempty"` // JSON Schema; nil without params

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
}

// TriggerTarget is the Procedure that a Trigger calls.
type TriggerTarget struct {
	Procedure string `json:"procedure"`
}

// Fingerprint is a hash of the meaning of the site's manifests.
func (s *Service) Fingerprint() string { return s.app.Plan().Fingerprint() }

// Views describes the Views by name. The documents in it must not be changed.
func (s *Service) Views() []ViewInfo {
	var infos []ViewInfo
	for _, v := range s.app.Plan().Views() {
		info := ViewInfo{
			Name: v.Name(), Title: s.text(v.Title()), Surface: string(v.Surface()),
			Params: v.Params().Document(), Restricted: v.Requires() != nil,
		}
		if source := v.Source(); source != nil {
			info.From = source.Name()
		}
		infos = append(infos, info)
	}
	return infos
}

// Procedures describes the Procedures by name. The documents in it must not be
// changed.
func (s *Service) Procedures() []ProcedureInfo {
	var infos []ProcedureInfo
	for _, p := range s.app.Plan().Procedures() {
		info := ProcedureInfo{
			Name: p.Name(), Title: s.text(p.Title()), Description: s.text(p.Description()),
			Input: p.InputDocument(), Output: p.OutputDocument(), Restricted: p.Requires() != nil,
		}
		if builtin := p.Builtin(); builtin != nil {
			info.Collection = builtin.Schema.Name()
		}
		infos = append(infos, info)
	}
	return infos
}

// Triggers describes the Triggers by name.
func (s *Service) Triggers() []TriggerInfo {
	var infos []TriggerInfo
	for _, t := range s.app.Plan().Triggers() {
		infos = append(infos, TriggerInfo{Name: t.Name(), Source: sourceOf(t), Target: TriggerTarget{t.Procedure().Name()}})
	}
	return infos
}

func sourceOf(t *plan.Trigger) TriggerSource {
	source := TriggerSource{Kind: string(t.Kind())}
	switch t.Kind() {
	case plan.SourceHTTP:
		source.Method, source.Path = t.Method(), t.Path()
	case plan.SourceMCP:
		source.Surface = string(t.Surface())
	case plan.SourceLifecycle:
		source.Schema = t.Schema().Name()
		for _, hook := range t.Hooks() {
			source.On = append(source.On, string(hook))
		}
	}
	return source
}

// text is a LocalizedText in the canonical locale; without one there, in
// English, or in whatever comes first by name.
func (s *Service) text(t plan.Text) string {
	return t.In(append(slices.Clone(s.app.Site().Config().Locales), "en")...)
}
