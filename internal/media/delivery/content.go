package delivery

import (
	"mime"
	"net/http"
	"strconv"

	"github.com/quartet-dev/quartet/internal/httpx"
)

// sandbox keeps whatever a file holds from running in the site's name, when
// somebody opens it by its address.
const sandbox = "sandbox"

// content answers with the bytes of a version of an asset, which never change.
func (s *Surface) content(w http.ResponseWriter, r *http.Request) {
	httpx.SetRoute(w, "media")
	version, err := strconv.Atoi(r.PathValue("version"))
	if err != nil || strconv.Itoa(version) != r.PathValue("version") {
		httpx.NotFound(w, r)
		return
	}
	c, err := s.media.Open(r.Context(), r.PathValue("id"), version, r.PathValue("name"))
	if err != nil {
		httpx.WriteFailure(w, r, err)
		return
	}
	defer c.Close()
	h := w.Header()
	h.Set("Content-Security-Policy", sandbox)
	if c.Attachment != "" {
		h.Set("Content-Disposition", mime.FormatMediaType("attachment", map[string]string{"filename": c.Attachment}))
	}
	file := httpx.File{ContentType: c.MimeType, Tag: c.Tag, Content: c.ReadSeekCloser, Immutable: !c.Provisional}
	file.Serve(w, r)
}
