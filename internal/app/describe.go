package app

import (
	"cmp"
	"slices"

	"github.com/quartet-dev/quartet/internal/plan"
)

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

// CollectionInfo names a Schema whose entries have a page of their own in Admin.
type CollectionInfo struct{ Name, Title string }

// Collections are the Schemas that are not translations of others.
func (a *App) Collections() (all []CollectionInfo) {
	for _, s := range a.plan.Schemas() {
		if s.Translation() == nil {
			all = append(all, CollectionInfo{Name: s.Name(), Title: cmp.Or(a.text(s.Title()), s.Name())})
		}
	}
	return all
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

// Views describes the Views by name. The documents in it must not be changed.
func (a *App) Views() []ViewInfo {
	var infos []ViewInfo
	for _, v := range a.plan.Views() {
		info := ViewInfo{
			Name: v.Name(), Title: a.text(v.Title()), Description: a.text(v.Words()), Surface: string(v.Surface()),
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
func (a *App) Procedures() []ProcedureInfo {
	var infos []ProcedureInfo
	for _, p := range a.plan.Procedures() {
		info := ProcedureInfo{
			Name: p.Name(), Title: a.text(p.Title()), Description: a.text(p.Description()),
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
func (a *App) Triggers() []TriggerInfo {
	var infos []TriggerInfo
	for _, t := range a.plan.Triggers() {
		infos = append(infos, TriggerInfo{Name: t.Name(), Source: sourceOf(t), Target: TriggerTarget{t.Procedure().Name()}})
	}
	return infos
}

func sourceOf(t *plan.Trigger) TriggerSource {
	source := TriggerSource{Kind: string(t.Kind())}
	switch t.Kind() {
	case plan.SourceHTTP:
		source.Method, source.Path, source.RawBody = t.Method(), t.Path(), t.RawBody()
		for _, h := range t.Headers() {
			if source.Headers == nil {
				source.Headers = make(map[string]string)
			}
			source.Headers[h.Property] = h.Name
		}
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
func (a *App) text(t plan.Text) string {
	return t.In(append(slices.Clone(a.live.Config().Locales), "en")...)
}
