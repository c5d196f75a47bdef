package moves

import "github.com/quartet-dev/quartet/internal/diag"

// Obstacle is why an entry cannot be moved with others at its time, or published with those
// of a release.
type Obstacle struct {
	Collection string `json:"collection"`
	Entry      string `json:"id"`
	Locale     string `json:"locale,omitempty"` // of a part of an article
	Title      string `json:"title"`
	Reason     Reason `json:"diagnostic"`
}

// Reason is what a caller may know of a refusal.
type Reason struct {
	Code    string `json:"code"`
	Path    string `json:"path,omitempty"`
	Message string `json:"message"`
}

// ObstacleOf is a refusal of an entry, as who set its time may know it.
func ObstacleOf(collection, entry, title string, refusal error) Obstacle {
	d := diag.As(refusal).Public()
	return Obstacle{Collection: collection, Entry: entry, Title: title, Reason: Reason{Code: string(d.Code), Path: d.Path, Message: d.Message}}
}

// Refused is one diagnostic of several entries none of which was moved.
func Refused(list []Obstacle, path, message string) *diag.Diagnostic {
	d := diag.At(diag.Conflict, path, message)
	d.Value, d.ValuePublic = list, true
	return d
}

// named is what an obstacle is called in a sentence.
func (o Obstacle) named() string {
	if o.Locale == "" {
		return "“" + o.Title + "”"
	}
	return "“" + o.Title + "” (" + o.Locale + ")"
}
