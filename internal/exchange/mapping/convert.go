package mapping

import (
	"fmt"
	"html"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/pages/markup"
)

// kind is what a value becomes.
type kind string

// The kinds.
const (
	asText         kind = "text"
	asInteger      kind = "integer"
	asNumber       kind = "number"
	asBoolean      kind = "boolean"
	asMilliseconds kind = "milliseconds" // of a time, since 1970
	asDateTime     kind = "date-time"
	asDate         kind = "date"
	asList         kind = "list"
	asJSON         kind = "json"
	asMarkdown     kind = "markdown" // of HTML
	asHTML         kind = "html"     // made safe
	asAsset        kind = "asset"    // of the name of a file
)

var kinds = []kind{asText, asInteger, asNumber, asBoolean, asMilliseconds, asDateTime, asDate, asList, asJSON, asMarkdown, asHTML, asAsset}

// convert makes a value of what a field holds, or says why it cannot.
func (c *conversion) convert(v *value, found any) (any, string) {
	if v.as == asList {
		return c.list(v, found)
	}
	return c.single(v, v.as, found)
}

func (c *conversion) list(v *value, found any) (any, string) {
	var parts []any
	switch found := found.(type) {
	case []string:
		for _, each := range found {
			parts = append(parts, each)
		}
	case []any:
		parts = found
	case string:
		if v.separator == "" {
			parts = []any{found}
			break
		}
		for each := range strings.SplitSeq(found, v.separator) {
			if each = strings.TrimSpace(each); each != "" {
				parts = append(parts, each)
			}
		}
	default:
		parts = []any{found}
	}
	made := []any{}
	for _, each := range parts {
		one, message := c.single(v, v.items, each)
		if message != "" {
			return nil, message
		}
		if one != nil {
			made = append(made, one)
		}
	}
	return made, ""
}

func (c *conversion) single(v *value, as kind, found any) (any, string) {
	if list, ok := found.([]string); ok && len(list) > 0 { // where one is wanted, the first
		found = list[0]
	}
	switch as {
	case asInteger:
		return integer(found)
	case asNumber:
		return number(found)
	case asBoolean:
		return boolean(found)
	case asMilliseconds, asDateTime, asDate:
		return c.time(as, found)
	case asJSON:
		return fromJSON(found)
	case asMarkdown:
		return markdown(found)
	case asHTML:
		return safeHTML(found)
	case asAsset:
		return c.asset(v, textOf(found))
	case asText, asList:
	}
	return plain(v, found), ""
}

// plain is a text without markup. Of HTML it is what a reader sees.
func plain(v *value, found any) any {
	text := textOf(found)
	if source, ok := found.(HTML); ok {
		text = strings.TrimSuffix(markup.ExcerptRichText(string(source), max(v.cut, maxPlain)), "…")
		if v.cut == 0 && text == "" {
			text = html.UnescapeString(string(source))
		}
	}
	if v.cut > 0 {
		text = markup.Truncate(text, v.cut)
	}
	if text == "" {
		return nil
	}
	return text
}

// maxPlain is how many characters of HTML are read for a plain text, at least.
const maxPlain = 100_000

// textOf is a value as text; "" for none.
func textOf(found any) string {
	switch found := found.(type) {
	case nil:
		return ""
	case string:
		return found
	case HTML:
		return string(found)
	case []string:
		return strings.Join(found, ", ")
	case int64:
		return strconv.FormatInt(found, 10)
	case time.Time:
		return found.UTC().Format(time.RFC3339)
	case bool, float64:
		return fmt.Sprint(found)
	}
	return string(jsonvalue.Append(nil, found))
}

func integer(found any) (any, string) {
	switch found := found.(type) {
	case int64:
		return found, ""
	case time.Time:
		return found.UnixMilli(), ""
	case float64:
		if found == math.Trunc(found) && math.Abs(found) < 1<<53 {
			return int64(found), ""
		}
	}
	n, err := strconv.ParseInt(strings.TrimSpace(textOf(found)), 10, 64)
	if err != nil {
		return nil, "This is not a whole number."
	}
	return n, ""
}

func number(found any) (any, string) {
	text := strings.TrimSpace(textOf(found))
	if n, err := strconv.ParseInt(text, 10, 64); err == nil {
		return n, ""
	}
	f, err := strconv.ParseFloat(text, 64)
	if err != nil || math.IsInf(f, 0) || math.IsNaN(f) {
		return nil, "This is not a number."
	}
	return f, ""
}

var (
	yes = []string{"true", "yes", "1", "on", "y", "t", "x"}
	no  = []string{"false", "no", "0", "off", "n", "f"}
)

func boolean(found any) (any, string) {
	switch text := strings.ToLower(strings.TrimSpace(textOf(found))); {
	case slices.Contains(yes, text):
		return true, ""
	case slices.Contains(no, text):
		return false, ""
	}
	return nil, "This is neither true nor false."
}

// layouts are the forms of times that are read.
var layouts = []string{
	time.RFC3339Nano, "2006-01-02 15:04:05", "2006-01-02T15:04:05", "2006-01-02 15:04:05 -0700", "2006-01-02 15:04", "2006-01-02",
	time.RFC1123Z, time.RFC1123,
}

// ParseTime reads a time, which is in a zone where it names none. A whole number is
// milliseconds since 1970, or seconds where that would be before 1973.
func ParseTime(text string, zone *time.Location) (time.Time, bool) {
	text = strings.TrimSpace(text)
	for _, layout := range layouts {
		if at, err := time.ParseInLocation(layout, text, zone); err == nil {
			return at, at.Year() >= 1 && at.Year() <= 9999
		}
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil || n < 0 || n > maxMilliseconds {
		return time.Time{}, false
	}
	if n < 100_000_000_000 {
		return time.Unix(n, 0), true
	}
	return time.UnixMilli(n), true
}

const maxMilliseconds = 253402300799999 // the year 9999

func (c *conversion) time(as kind, found any) (any, string) {
	at, ok := found.(time.Time)
	if !ok {
		if at, ok = ParseTime(textOf(found), c.zone); !ok {
			return nil, "This is not a time; write it as 2006-01-02T15:04:05Z or 2006-01-02."
		}
	}
	switch as {
	case asMilliseconds:
		return at.UnixMilli(), ""
	case asDate:
		return at.Format(time.DateOnly), ""
	default:
		return at.UTC().Format(time.RFC3339), ""
	}
}

func fromJSON(found any) (any, string) {
	switch found := found.(type) {
	case string:
		value, err := jsonvalue.Decode([]byte(found), jsonvalue.Limits{})
		if err != nil {
			return nil, "This is not JSON: " + err.Error()
		}
		return value, ""
	case HTML, []string, time.Time:
		return textOf(found), ""
	}
	return found, ""
}

// markdown is HTML as Markdown. What is no HTML is taken for Markdown.
func markdown(found any) (any, string) {
	source, ok := found.(HTML)
	if !ok {
		return textOf(found), ""
	}
	text, err := markup.ToMarkdown(string(source), markup.Options{})
	if err != nil {
		return nil, "The HTML cannot be turned to Markdown: " + err.Error() + "."
	}
	if text == "" {
		return nil, ""
	}
	return text, ""
}

// safeHTML is HTML with the elements that pages show.
func safeHTML(found any) (any, string) {
	source, ok := found.(HTML)
	if !ok {
		return html.EscapeString(textOf(found)), ""
	}
	text, err := markup.RichText(nil, string(source), markup.Options{})
	if err != nil {
		return nil, "The HTML cannot be made safe: " + err.Error() + "."
	}
	if made := strings.TrimSpace(string(text)); made != "" {
		return made, ""
	}
	return nil, ""
}
