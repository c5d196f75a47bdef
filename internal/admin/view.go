package admin

import (
	"encoding/json"
	"strings"

	"github.com/quartet-dev/quartet/internal/admin/wire"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
	"github.com/quartet-dev/quartet/internal/plan"
	"github.com/quartet-dev/quartet/internal/querystring"
)

// report is a View of any surface with what each request would otherwise work
// out.
type report struct {
	plan   *plan.View
	params querystring.Params
}

func newReport(v *plan.View) *report { return &report{v, querystring.ParamsOf(v)} }

func (s *Surface) viewsManifest(q *request) (any, error) {
	return wire.Views{Views: s.runnable(q.caller)}, nil
}

// runnable describes the Views whose static requirements the caller meets.
func (s *Surface) runnable(caller content.Caller) []wire.View {
	views := []wire.View{}
	for _, v := range s.Content.Plan().Views() {
		if s.Content.Authorize(caller, v.Requires()) == nil {
			views = append(views, viewOf(v))
		}
	}
	return views
}

func viewOf(v *plan.View) wire.View {
	out := wire.View{
		Name: v.Name(), Title: titleOr(v.Title(), v.Name()), Surface: string(v.Surface()), Params: v.Params().WrittenDocument(),
		Fields: namesOf(v.Fields()), Limit: v.Cap(),
	}
	if !v.IsSQL() {
		out.Collection = orNull(v.Source().Name())
	}
	if l := v.List(); l != nil {
		out.List = &wire.ViewList{Columns: orEmpty(l.Columns), SearchFields: orEmpty(l.SearchFields), FilterFields: orEmpty(l.FilterFields)}
	}
	return out
}

// reportCall reads what a View is asked for. A declared param takes its key from
// search and filter.
func (s *Surface) reportCall(q *request) (*report, content.ReportCall, error) {
	v := s.views[q.name]
	if v == nil {
		return nil, content.ReportCall{}, diag.At(diag.NotFound, "input#", "There is no such View.")
	}
	call := content.ReportCall{ViewCall: content.ViewCall{View: v.plan}, Filter: map[string]string{}}
	if err := s.Content.Authorize(q.caller, v.plan.Requires()); err != nil {
		return v, call, err
	}
	err := v.params.Read(q.URL.RawQuery, &call.ViewCall, func(key, written string) (err error) {
		field, isFilter := strings.CutPrefix(key, "filter.")
		switch {
		case key == "search" && call.Search == "":
			call.Search, err = querystring.Text(key, written)
		case isFilter && call.Filter[field] == "":
			call.Filter[field], err = querystring.Text(key, written)
		}
		return err
	})
	return v, call, err
}

// view answers as /api/views does.
func (s *Surface) view(q *request) (any, error) {
	_, call, err := s.reportCall(q)
	if err != nil {
		return nil, err
	}
	page, err := s.Content.Report(q.Context(), q.caller, call, []byte(httpx.Success+content.PageStart))
	if err != nil {
		return nil, err
	}
	return json.RawMessage(append(page.Object(), httpx.SuccessEnd...)), nil
}
