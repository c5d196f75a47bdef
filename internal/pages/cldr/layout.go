package cldr

import (
	"cmp"
	"strings"
	"time"
)

// Layout writes a time in a layout of Go, with the names of months, weekdays and halves
// of a day in the words of the locale.
func (l *Locale) Layout(when time.Time, layout string) string {
	names := l.namesAt(when)
	var marked strings.Builder
	var written []string
	for layout != "" {
		token := tokenOf(layout)
		if token == "" {
			marked.WriteByte(layout[0])
			layout = layout[1:]
			continue
		}
		marked.WriteByte(mark)
		written, layout = append(written, names[token]), layout[len(token):]
	}
	text := strings.Split(when.Format(marked.String()), string(rune(mark)))
	for i, each := range written {
		text[i+1] = each + text[i+1]
	}
	return strings.Join(text, "")
}

// mark stands in a layout for a name. Go writes it as it is.
const mark = 0

// tokens are what stands for names in a layout; the longer of two comes first.
var tokens = []string{"January", "Jan", "Monday", "Mon", "PM", "pm"}

// tokenOf is the token that a layout begins with. Go takes none of the short names for one
// where a small letter follows.
func tokenOf(layout string) string {
	for _, token := range tokens {
		rest, ok := strings.CutPrefix(layout, token)
		if isShort := len(token) == len("Jan"); ok && !(isShort && rest != "" && 'a' <= rest[0] && rest[0] <= 'z') {
			return token
		}
	}
	return ""
}

func (l *Locale) namesAt(when time.Time) map[string]string {
	month, day, half := when.Month()-1, when.Weekday(), when.Hour()/12
	return map[string]string{
		"January": cmp.Or(l.long[month], l.longAlone[month]), "Jan": cmp.Or(l.medium[month], l.mediumAlone[month]),
		"Monday": l.weekdays[day], "Mon": l.shortWeekdays[day],
		"PM": cmp.Or(strings.ToUpper(l.halves[half]), when.Format("PM")), "pm": cmp.Or(strings.ToLower(l.halves[half]), when.Format("pm")),
	}
}
