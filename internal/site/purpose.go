package site

import (
	"slices"
	"strconv"
	"strings"

	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/lazyregexp"
)

// Purpose is the contract's MediaPurposePolicy.
type Purpose struct {
	Name     string             `json:"name"`
	Required []string           `json:"required"` // one entry a slot, in the grammar of the HTML accept attribute
	MaxBytes map[string]float64 `json:"maxBytes"` // by expanded mime type
}

// Reason is why a purpose is refused, in the contract's words.
type Reason string

// The reasons of InvalidMediaPurposesError. The first that applies is given.
const (
	InvalidSlug          Reason = "invalid-slug"
	EmptyRequired        Reason = "empty-required"
	EmptyRequiredSlot    Reason = "empty-required-slot"
	OverlappingSlotMimes Reason = "overlapping-slot-mimes"
	MaxBytesMissingMime  Reason = "maxBytes-missing-mime"
	MaxBytesNonPositive  Reason = "maxBytes-non-positive"
)

var (
	slug     = lazyregexp.New(`^[a-z0-9]+(-[a-z0-9]+)*$`)
	fullMime = lazyregexp.New(`^[a-z0-9][a-z0-9!#$&^_.+-]*/[a-z0-9][a-z0-9!#$&^_.+-]*$`)

	reasons = map[Reason]struct{ field, message string }{
		InvalidSlug:          {"name", "a purpose's name is lower-case words and digits joined by single hyphens."},
		EmptyRequired:        {"required", "a purpose requires at least one slot."},
		EmptyRequiredSlot:    {"required", "a slot, or a part of one between commas, names no mime type."},
		OverlappingSlotMimes: {"required", "two slots take the same mime type, so a variant would not know its slot."},
		MaxBytesMissingMime:  {"maxBytes", "maxBytes names every mime type of the slots, written in full."},
		MaxBytesNonPositive:  {"maxBytes", "maxBytes are positive numbers of bytes."},
	}
)

func (d *Defaults) checkPurposes() []Violation {
	refused := &InvalidMediaPurposesError{}
	var found []Violation
	for i, purpose := range d.Media.Purposes {
		reason := purpose.Fault()
		if reason == "" {
			continue
		}
		because := reasons[reason]
		at := jsonvalue.Pointer("media", "purposes", strconv.Itoa(i), because.field)
		message := string(reason) + ": " + because.message
		found = append(found, Violation{Code: diag.SettingsInvalid, Pointer: at, Message: message, Err: refused})
		refused.Purposes = append(refused.Purposes, RefusedPurpose{purpose.Name, reason})
	}
	return found
}

// Fault is the first reason to refuse the purpose, or "".
func (p Purpose) Fault() Reason {
	if !IsSlug(p.Name) {
		return InvalidSlug
	}
	if len(p.Required) == 0 {
		return EmptyRequired
	}
	slots := p.Slots()
	if slices.ContainsFunc(slots, hasNoMime) {
		return EmptyRequiredSlot
	}
	mimes, distinct := flatten(slots)
	if !distinct {
		return OverlappingSlotMimes
	}
	return p.limitFault(mimes)
}

func (p Purpose) limitFault(mimes []string) Reason {
	for _, mime := range mimes {
		if _, ok := p.MaxBytes[mime]; !ok {
			return MaxBytesMissingMime
		}
	}
	for _, limit := range p.MaxBytes {
		if limit <= 0 {
			return MaxBytesNonPositive
		}
	}
	return ""
}

// IsSlug reports whether a name is lower-case words and digits joined by single
// hyphens, as purposes and imported assets are called.
func IsSlug(name string) bool { return slug.MatchString(name) }

// Slots are the required slots, each with its mime types as ExpandMime writes them.
func (p Purpose) Slots() [][]string {
	slots := make([][]string, len(p.Required))
	for i, slot := range p.Required {
		for mime := range strings.SplitSeq(slot, ",") {
			slots[i] = append(slots[i], ExpandMime(mime))
		}
	}
	return slots
}

// ExpandMime is a mime type in full and in lower case: webp is image/webp, jpg and
// image/jpg are image/jpeg.
func ExpandMime(mime string) string {
	mime = strings.ToLower(strings.TrimSpace(mime))
	switch {
	case mime == "jpg" || mime == "image/jpg":
		return "image/jpeg"
	case mime == "" || strings.Contains(mime, "/"):
		return mime
	}
	return "image/" + mime
}

// hasNoMime reports whether a slot has a blank, a wildcard or the ending of a file's name
// in the place of a mime type.
func hasNoMime(slot []string) bool {
	return slices.ContainsFunc(slot, func(mime string) bool { return !fullMime.MatchString(mime) })
}

// flatten lists the mime types of all slots. A mime type that one slot repeats
// counts once; distinct is false when two slots share one.
func flatten(slots [][]string) (mimes []string, distinct bool) {
	for _, slot := range slots {
		slot = slices.Compact(slices.Sorted(slices.Values(slot)))
		if slices.ContainsFunc(slot, func(mime string) bool { return slices.Contains(mimes, mime) }) {
			return nil, false
		}
		mimes = append(mimes, slot...)
	}
	return mimes, true
}
