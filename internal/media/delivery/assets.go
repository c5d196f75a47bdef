package delivery

import (
	"encoding/json"
	"net/http"
	"net/url"
	"slices"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/httpx"
)

const (
	maxAssets = 100 // of one request
	maxID     = 200 // bytes of one id
	freshness = 60  // seconds that a shared cache keeps an answer
)

// assets answers with the public shape of the assets of some ids, in their order
// and each once. Those that there are not are left out.
func (s *Surface) assets(w http.ResponseWriter, r *http.Request) {
	httpx.SetRoute(w, "media/assets")
	query, err := url.ParseQuery(r.URL.RawQuery)
	if err != nil {
		httpx.WriteFailure(w, r, diag.At(diag.InputValidationFailed, "params#", "The query is malformed."))
		return
	}
	ids := query["id"]
	if len(ids) == 0 || len(ids) > maxAssets || slices.ContainsFunc(ids, func(id string) bool { return len(id) > maxID }) {
		httpx.WriteFailure(w, r, diag.At(diag.InputValidationFailed, "params#/id", "Name one to 100 assets: ?id=…&id=…"))
		return
	}
	found, err := s.media.Public(r.Context(), query.Get("locale"), ids)
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	items := []*asset.Asset{}
	for _, id := range ids {
		if a := found[id]; a != nil {
			items = append(items, a)
			delete(found, id)
		}
	}
	data, err := json.Marshal(struct {
		Items []*asset.Asset `json:"items"`
	}{items})
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	w.Header().Set("Cache-Control", httpx.SharedCaching(freshness))
	httpx.Tag([]byte(httpx.Success+string(data)+httpx.SuccessEnd)).Write(w, r)
}
