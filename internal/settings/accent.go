package settings

import (
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

var (
	accent     = lazyregexp.New(`^#[0-9A-Fa-f]{6}$`)
	hexDigits  = lazyregexp.New(`^(?:[0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$`)
	accentText = text(accentColor)
)

// accentRule takes a color. To YAML a # behind a space begins a comment, so that a color
// without quotes is no value at all.
var accentRule = rule{form: accentText.form, check: func(r *reader, pointer string, n *yamldoc.Node) {
	before := len(r.problems)
	accentText.check(r, pointer, n)
	if n.Kind == yamldoc.Scalar && n.Value == nil && len(r.problems) > before {
		r.problems[before].Suggestion = `Put the color in quotes, such as "#0f6e62": without them YAML reads # as a comment.`
	}
}}

func accentColor(value string) *problem {
	if accent.MatchString(value) {
		return nil
	}
	complaint := wantsMatch(accent, "a color of six hexadecimal digits, such as #0f6e62")
	complaint.suggestion = nearestColor(value)
	return complaint
}

// nearestColor is the color that a text of three or six digits stands for, with a # or
// without.
func nearestColor(value string) string {
	digits := strings.TrimPrefix(strings.TrimSpace(value), "#")
	if !hexDigits.MatchString(digits) {
		return ""
	}
	if len(digits) == 3 {
		digits = strings.Join([]string{digits[:1], digits[:1], digits[1:2], digits[1:2], digits[2:], digits[2:]}, "")
	}
	return "#" + digits
}
