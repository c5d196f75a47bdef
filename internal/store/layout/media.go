package layout

import (
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/plan"
)

// findMedia finds anew what the entries of a Schema use of media, when it is found
// in another way than what is stored: another property names assets, the Schema
// has another name, or an older program knew nothing of uses. A dry run has
// nothing to say of it, and the platform's tables may be older then.
func (r *reconciler) findMedia(s *plan.Schema, have, want *Layout) error {
	if r.dry || have.Media == want.Media && have.Name == want.Name {
		return nil
	}
	if err := r.db.ForgetMedia(have.Name); err != nil {
		return err
	}
	media := s.Media()
	if media == nil {
		return nil
	}
	rows, uses := 0, 0
	err := r.eachEntry(s, func(e *content.Entry) error {
		assets := media.Assets(e.Data)
		rows, uses = rows+1, uses+len(assets)
		return r.db.UseMedia(s.Name(), e.ID, assets)
	})
	if err == nil {
		r.log.Info("The uses of media were found in stored entries.", "schema", s.Name(), "rows", rows, "uses", uses)
	}
	return err
}
