package admin

import (
	"net/http"
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
	plan      *plan.View
	params    querystring.Params
	described wire.View
}

// reportsOf are the Views by name.
func reportsOf(p *plan.Plan) map[string]*report {
	reports := map[string]*report{}
	for _, v := range p.Views() {
		reports[v.Name()] = &report{v, querystring.ParamsOf(v), viewOf(v)}
	}
	return reports
}

func viewOf(v *plan.View) wire.View {
	out := wire.View{
		Name: v.Name(), Title: titleOr(v.Title(), v.Name()), Description: v.Words().Value(), Surface: string(v.Surface()), Params: v.Params().WrittenDocument(),
		Fields: namesOf(v.Fields()), Rows: v.WrittenRows(), Limit: v.Cap(),
	}
	if !v.IsSQL() {
		out.Collection = orNull(v.Source().Name())
	}
	if l := v.List(); l != nil {
		out.List = &wire.ViewList{Columns: orEmpty(l.Columns), SearchFields: orEmpty(l.SearchFields), FilterFields: orEmpty(l.FilterFields)}
	}
	return out
}

func (s *Surface) viewsManifest(q *request) error {
	return q.answer(wire.Views{Views: s.runnable(q.caller)}, nil)
}

// runnable describes the Views whose static requirements the caller meets.
func (s *Surface) runnable(caller content.Caller) []wire.View {
	views := []wire.View{}
	for _, v := range s.Content.Plan().Views() {
		if s.Content.Authorize(caller, v.Requires()) == nil {
			views = append(views, s.views[v.Name()].described)
		}
	}
	return views
}

// reportCall reads what a View is asked for. A declared param takes its key from
// search and filter (decision 71).
func (s *Surface) reportCall(q *request) (*report, content.ReportCall, error) {
	v := s.views[q.PathValue("name")]
	if v == nil {
		return nil, content.ReportCall{}, diag.At(diag.NotFound, "input#", "There is no such View.")
	}
	call := content.ReportCall{ViewCall: content.ViewCall{View: v.plan}, Filter: map[string]string{}}
	if err := s.Content.Authorize(q.caller, v.plan.Requires()); err != nil {
		return v, call, err
	}
	for key, text := range q.query {
		_, declared := v.params[key]
		field, isFilter := strings.CutPrefix(key, "filter.")
		switch {
		case declared:
		case key == "search":
			call.Search = text
		case isFilter:
			call.Filter[field] = text
		}
	}
	return v, call, v.params.Read(q.URL.RawQuery, &call.ViewCall, nil)
}

// view answers as /api/views does.
func (s *Surface) view(q *request) error {
	_, call, err := s.reportCall(q)
	if err != nil {
		return err
	}
	page, err := s.Content.Report(q.Context(), q.caller, call, []byte(httpx.Success+content.PageStart))
	if err != nil {
		return err
	}
	httpx.WriteJSON(q.w, http.StatusOK, append(page.Object(), httpx.SuccessEnd...))
	return nil
}
