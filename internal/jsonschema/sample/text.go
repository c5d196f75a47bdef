package sample

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/internal/jsonschema"
)

var words = strings.Fields(`amber anchor autumn basket beacon birch bridge candle canyon cedar cinder clover
	copper coral cotton crystal ember fabric falcon feather garden ginger granite harbor hazel island ivory
	juniper lantern linen maple marble meadow meridian orchard pebble pepper prairie quartz river saffron
	silver summit thicket timber velvet walnut willow window winter`)

func word(r *rand.Rand) string { return words[r.IntN(len(words))] }

// tails are the ends of texts, which tell them apart: as many as there are
// numbers of five digits to base 36.
const tails = 36 * 36 * 36 * 36 * 36

func tail(r *rand.Rand) string { return strconv.FormatInt(r.Int64N(tails), 36) }

// usualLength is how long texts are, in runes, where nothing wants them longer.
const usualLength = 40

// text makes strings of the length, the format and the pattern that a schema
// wants.
func text(schema map[string]any) (func(*rand.Rand, int) (any, error), error) {
	keywords := map[string]any{"type": "string"}
	for _, key := range []string{"minLength", "maxLength", "format", "pattern"} {
		if value, ok := schema[key]; ok {
			keywords[key] = value
		}
	}
	check, err := jsonschema.Compile(keywords)
	if err != nil {
		return nil, err
	}
	least := int(number(schema["minLength"], 0))
	most := int(number(schema["maxLength"], float64(max(least, usualLength))))
	form, err := formOf(keywords, least, most)
	if err != nil {
		return nil, err
	}
	return func(r *rand.Rand, _ int) (any, error) {
		for try := range 2 * maxTries {
			if s := form(r, try); check.Validate(s) == nil {
				return s, nil
			}
		}
		return nil, fmt.Errorf("no text was found for %s", described(keywords))
	}, nil
}

func described(keywords map[string]any) string {
	var all []string
	for _, key := range []string{"format", "pattern", "minLength", "maxLength"} {
		if value, ok := keywords[key]; ok {
			all = append(all, fmt.Sprintf("%s %v", key, value))
		}
	}
	return strings.Join(all, ", ")
}

// form makes a text; try counts those of it that did not fit.
type form func(r *rand.Rand, try int) string

func formOf(keywords map[string]any, least, most int) (form, error) {
	plain := func(r *rand.Rand, _ int) string { return phrase(r, least, most) }
	name, _ := keywords["format"].(string)
	formatted := formats[name]
	expression, ok := keywords["pattern"].(string)
	if !ok {
		if formatted == nil {
			return plain, nil
		}
		return func(r *rand.Rand, try int) string { return formatted(r, least, most, try) }, nil
	}
	matching, err := pattern(expression, least, most)
	if err != nil || formatted == nil {
		return matching, err
	}
	return func(r *rand.Rand, try int) string { // each asks for what it may not have from the other
		if try%2 == 0 {
			return formatted(r, least, most, try)
		}
		return matching(r, try)
	}, nil
}

// phrase is words and a tail of a length within the bounds.
func phrase(r *rand.Rand, least, most int) string {
	end := tail(r)
	wanted := least
	if room := min(most, max(least, usualLength)) - least; room > 0 {
		wanted += 1 + r.IntN(room)
	}
	var b strings.Builder
	for b.Len()+len(end)+1 < wanted {
		b.WriteString(word(r))
		b.WriteByte(' ')
	}
	s := b.String() + end
	if len(s) > most {
		s = s[len(s)-most:]
	}
	for len(s) < least {
		s += "x"
	}
	return strings.TrimSpace(s) + strings.Repeat("x", len(s)-len(strings.TrimSpace(s)))
}

// Epoch is the first moment that dates are taken from.
var Epoch = time.Date(2024, 1, 1, 0, 0, 0, 0, time.UTC)

const days = 3 * 365

func moment(r *rand.Rand) time.Time {
	return Epoch.Add(time.Duration(r.Int64N(days*24*3600)) * time.Second)
}

// formats makes texts of the formats that are asserted. Later tries are shorter.
var formats = map[string]func(r *rand.Rand, least, most, try int) string{
	"email": func(r *rand.Rand, least, most, try int) string {
		return padded(word(r)+"."+tail(r), "@example.com", "@a.io", least, most, try)
	},
	"uri":       link,
	"url":       link,
	"uuid":      func(r *rand.Rand, _, _, _ int) string { return ID(r, time.Time{}) },
	"date":      func(r *rand.Rand, _, _, _ int) string { return moment(r).Format(time.DateOnly) },
	"date-time": func(r *rand.Rand, _, _, _ int) string { return moment(r).Format(time.RFC3339) },
}

func link(r *rand.Rand, least, most, try int) string {
	short := "https://a.io/" + tail(r)
	if try > 0 && most < usualLength {
		return short
	}
	s := "https://example.com/" + word(r) + "/" + tail(r)
	return s + strings.Repeat("x", max(least-len(s), 0))
}

func padded(head, end, shortEnd string, least, most, try int) string {
	if try > 0 || utf8.RuneCountInString(head+end) > most {
		end = shortEnd
	}
	if room := most - len(end); room > 0 && len(head) > room {
		head = head[len(head)-room:]
	}
	return strings.TrimLeft(head, ".") + strings.Repeat("x", max(min(least-len(head)-len(end), 30), 0)) + end
}

// ID is an id of the form that entries have, made at a moment; a random one
// where the moment is zero.
func ID(r *rand.Rand, made time.Time) string {
	var id uuid.UUID
	binary.BigEndian.PutUint64(id[:], r.Uint64())
	binary.BigEndian.PutUint64(id[8:], r.Uint64())
	version := byte(4)
	if !made.IsZero() {
		var ms [8]byte
		binary.BigEndian.PutUint64(ms[:], uint64(made.UnixMilli()))
		copy(id[:6], ms[2:])
		version = 7
	}
	id[6], id[8] = id[6]&0x0f|version<<4, id[8]&0x3f|0x80
	return id.String()
}
