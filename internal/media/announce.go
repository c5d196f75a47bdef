package media

import (
	"context"
	"encoding/hex"
	"path"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/jsonvalue"
	"github.com/quartet-dev/quartet/internal/media/inspect"
	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/site"
)

// Lifetime is how long an announced upload may take.
const Lifetime = 15 * time.Minute

// MaxOpen is how many uploads a user may have announced and not committed.
const MaxOpen = 8

// The limits of what is said of an asset, in characters.
const (
	maxFilename = 255
	maxAlt      = 2000
	maxCaption  = 5000
	maxLocales  = 1000
)

// Announcement is an upload that is about to begin.
type Announcement struct {
	Purpose  string
	Filename string
	Variants []Variant
	Text
	Translations map[string]Text
	Replaces     string // the asset whose bytes it replaces; "" for a new one
	Creator      string // a user
	Former       *Former
}

// Former is what an asset was where it comes from, and stays in the library that
// imports it; nil for one that begins here.
type Former struct {
	Version    int // of the bytes, so that addresses in texts go on to lead there
	FocalPoint *asset.Point
	CreatedAt  int64 // Unix epoch milliseconds
	CreatedBy  string
}

// Granted is an announced upload.
type Granted struct {
	UploadGroupID string
	ExpiresAt     int64 // Unix epoch milliseconds
	Capabilities  []Capability
}

// Capability is how a variant is sent.
type Capability struct {
	Variant
	URL       string // absolute, or a path of the site
	Headers   map[string]string
	Resumable bool
}

// Announce checks an upload and grants its capabilities, one a variant in their
// order. Codes: MEDIA_PURPOSE_REJECTED, MEDIA_MIME_REJECTED,
// MEDIA_VARIANTS_INCOMPLETE, MEDIA_VARIANT_SIZE_EXCEEDED, MEDIA_SIZE_EXCEEDED,
// MEDIA_VARIANTS_SUSPICIOUS_SIZE, INPUT_VALIDATION_FAILED, RATE_LIMITED, and
// MEDIA_ASSET_NOT_FOUND for an asset to replace that is not there.
func (s *Service) Announce(ctx context.Context, a Announcement) (*Granted, error) {
	g, err := s.check(&a)
	if err != nil {
		return nil, err
	}
	if err := s.transact(ctx, func(tx Tx) error { return s.open(tx, g, a.Replaces) }); err != nil {
		return nil, diag.Attempted(err, "announce an upload")
	}
	return s.grant(ctx, g)
}

// check turns an announcement into a group.
func (s *Service) check(a *Announcement) (*Group, error) {
	purposes := s.Config().Media.Purposes
	at := slices.IndexFunc(purposes, func(p site.Purpose) bool { return p.Name == a.Purpose })
	if at < 0 {
		d := diag.At(diag.MediaPurposeRejected, "input#/purpose", "The site declares no such purpose.")
		d.Expected = each(purposes, func(p site.Purpose) string { return p.Name })
		return nil, d
	}
	variants, err := s.checkVariants(purposes[at], a.Variants)
	if err != nil {
		return nil, err
	}
	filename, err := cleanName(a.Filename)
	if err != nil {
		return nil, err
	}
	if err := s.checkTexts(a.Text, a.Translations); err != nil {
		return nil, err
	}
	return &Group{
		ID: newID(), Purpose: a.Purpose, Asset: newID(), Creator: a.Creator, Due: s.Now().Add(Lifetime).UnixMilli(),
		Announced: Announced{Filename: filename, Variants: variants, Text: a.Text, Translations: a.Translations},
	}, nil
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// cleanName is the last part of a file's name, as programs hand whole paths on.
func cleanName(name string) (string, error) {
	name = strings.TrimSpace(path.Base("/" + strings.ReplaceAll(name, `\`, "/")))
	switch {
	case name == "" || name == "/" || name == "." || name == "..":
		return "", refused("/filename", "The name of the file is missing.")
	case utf8.RuneCountInString(name) > maxFilename:
		return "", refused("/filename", "The name of a file has at most 255 characters.")
	case strings.ContainsFunc(name, func(r rune) bool { return unicode.IsControl(r) || r == utf8.RuneError }):
		return "", refused("/filename", "The name of the file holds a control character.")
	}
	return name, nil
}

func refused(pointer, message string) *diag.Diagnostic {
	return diag.At(diag.InputValidationFailed, "input#"+pointer, message)
}

// checkVariants holds the variants against the purpose.
func (s *Service) checkVariants(p site.Purpose, variants []Variant) ([]Variant, error) {
	slots := p.Slots()
	taken := make([]bool, len(slots))
	primaries := 0
	checked := slices.Clone(variants)
	for i := range checked {
		v := &checked[i]
		v.MimeType = inspect.Canonical(site.ExpandMime(v.MimeType))
		v.SHA256 = strings.ToLower(v.SHA256)
		slot, declared := slotOf(slots, v.MimeType)
		if slot < 0 {
			d := diag.At(diag.MediaMimeRejected, variantAt(i, "mimeType"), "The purpose "+p.Name+" takes no such type.")
			d.Expected = slices.Concat(slots...)
			return nil, d
		}
		if taken[slot] {
			return nil, refusedVariant(i, "mimeType", "Another variant has the same slot of the purpose.")
		}
		taken[slot] = true
		if v.Role == asset.Primary {
			primaries++
		}
		if err := s.checkVariant(p.MaxBytes[declared], i, *v); err != nil {
			return nil, err
		}
	}
	if missing := slices.Index(taken, false); missing >= 0 {
		d := diag.At(diag.MediaVariantsIncomplete, "input#/variants", "The purpose "+p.Name+" asks for one variant a slot, and a slot has none.")
		d.Expected = slots[missing]
		return nil, d
	}
	if primaries != 1 {
		return nil, refused("/variants", "Exactly one variant is the primary: the format that every program can read.")
	}
	return checked, checkWeights(checked)
}

// slotOf is the slot that takes a type, -1 for none, and how the purpose writes it:
// some types have two names.
func slotOf(slots [][]string, mimeType string) (slot int, declared string) {
	for i, slot := range slots {
		for _, each := range slot {
			if inspect.Canonical(each) == mimeType {
				return i, each
			}
		}
	}
	return -1, ""
}

func variantAt(i int, member string) string {
	return "input#" + jsonvalue.Pointer("variants", strconv.Itoa(i), member)
}

func refusedVariant(i int, member, message string) *diag.Diagnostic {
	return diag.At(diag.InputValidationFailed, variantAt(i, member), message)
}

func (s *Service) checkVariant(maxBytes float64, i int, v Variant) error {
	_, err := hex.DecodeString(v.SHA256)
	most := int64(min(maxBytes, 1<<62))
	switch {
	case v.Role != asset.Primary && v.Role != asset.Alternate:
		return refusedVariant(i, "role", "A variant is primary or alternate.")
	case v.SHA256 != "" && (err != nil || len(v.SHA256) != 2*len(digest{})):
		return refusedVariant(i, "sha256", "A SHA-256 is 64 hexadecimal digits.")
	case v.ByteSize <= 0:
		return refusedVariant(i, "byteSize", "A variant has at least one byte.")
	case v.ByteSize > most:
		return exceeded(diag.MediaVariantSizeExceeded, i, most, "The variant is larger than the purpose allows for its type.")
	case v.ByteSize > s.MaxUpload:
		return exceeded(diag.MediaSizeExceeded, i, s.MaxUpload, "The file is larger than the site takes.")
	}
	return nil
}

func exceeded(code diag.Code, i int, most int64, message string) error {
	d := diag.At(code, variantAt(i, "byteSize"), message)
	d.Expected = most
	return d
}

// modern are formats that exist to be smaller than what they stand beside.
var modern = []string{"image/avif", "image/webp"}

// checkWeights refuses a modern format that is larger than its fallback: whoever
// made it has skipped the optimization.
func checkWeights(variants []Variant) error {
	fallback := variants[indexOfPrimary(variants)]
	if slices.Contains(modern, fallback.MimeType) {
		return nil
	}
	for i, v := range variants {
		if slices.Contains(modern, v.MimeType) && v.ByteSize > fallback.ByteSize {
			d := diag.At(diag.MediaVariantsSuspiciousSize, variantAt(i, "byteSize"), "The variant is larger than the primary, which it is there to undercut.")
			d.Expected = fallback.ByteSize
			d.Suggestion = "Encode it at a lower quality."
			return d
		}
	}
	return nil
}

// checkTexts holds texts against their limits, and locales against the site's.
func (s *Service) checkTexts(t Text, translations map[string]Text) error {
	if err := t.check(""); err != nil {
		return err
	}
	if len(translations) > maxLocales {
		return refused("/translations", "There are more translations than a site has locales.")
	}
	c := s.Config()
	for locale, each := range translations {
		at := jsonvalue.Pointer("translations", locale)
		if locale == c.CanonicalLocale() || !slices.Contains(c.Locales, locale) {
			d := diag.At(diag.InvalidLocale, "input#"+at, "A translation is in one of the site's locales but the first.")
			d.Expected = c.Locales[min(1, len(c.Locales)):]
			return d
		}
		if err := each.check(at); err != nil {
			return err
		}
	}
	return nil
}

func (t Text) check(at string) error {
	switch {
	case utf8.RuneCountInString(t.Alt) > maxAlt:
		return refused(at+"/alt", "An alternative text has at most 2,000 characters.")
	case utf8.RuneCountInString(t.Caption) > maxCaption:
		return refused(at+"/caption", "A caption has at most 5,000 characters.")
	}
	return nil
}

// TooMany is RATE_LIMITED for a user who has MaxOpen uploads open. The first of them
// ends After that time.
type TooMany struct{ After time.Duration }

func (*TooMany) Error() string { return "too many uploads are open" }

// Unwrap is the diagnostic.
func (*TooMany) Unwrap() error {
	return diag.At(diag.RateLimited, "input#", "You have "+strconv.Itoa(MaxOpen)+" uploads open. Commit or cancel one of them first.")
}

// open writes the group of an upload.
func (s *Service) open(tx Tx, g *Group, replaces string) error {
	open, due, err := tx.Open(g.Creator, s.now())
	if err != nil {
		return err
	}
	if g.Creator != "" && open >= MaxOpen {
		return &TooMany{time.Duration(due-s.now()) * time.Millisecond}
	}
	if replaces != "" {
		former, err := one(tx, "/replaces", replaces)
		if err != nil {
			return err
		}
		if former.Purpose != g.Purpose {
			d := refused("/purpose", "The new bytes of an asset are for its purpose.")
			d.Expected = former.Purpose
			return d
		}
		g.Asset, g.Replaces = former.ID, true
	}
	return tx.PutGroup(g)
}

// one is an asset, or MEDIA_ASSET_NOT_FOUND at the place where the caller named it.
func one(r Reader, at, id string) (*Asset, error) {
	found, err := r.Assets([]string{id})
	if err != nil {
		return nil, err
	}
	if len(found) == 0 {
		return nil, diag.At(diag.MediaAssetNotFound, "input#"+at, "There is no such asset.")
	}
	return found[0], nil
}

// grant makes the capabilities of a group.
func (s *Service) grant(ctx context.Context, g *Group) (*Granted, error) {
	granted := &Granted{UploadGroupID: g.ID, ExpiresAt: g.Due}
	for i, v := range g.Variants {
		c, ok, err := s.Bucket.Capability(ctx, g.key(v.sentAs(i, s.direct())), properties(v), Lifetime)
		if err != nil {
			return nil, unavailable(err, "prepare an upload")
		}
		if !ok {
			c = storage.Capability{URL: UploadsPath + s.seal(g, i), Headers: map[string]string{"Content-Type": v.MimeType}}
		}
		granted.Capabilities = append(granted.Capabilities, Capability{v, c.URL, c.Headers, !ok})
	}
	return granted, nil
}

func properties(v Variant) storage.Properties {
	p := storage.Properties{MimeType: v.MimeType, Size: v.ByteSize}
	if sum, err := hex.DecodeString(v.SHA256); err == nil {
		copy(p.SHA256[:], sum)
	}
	return p
}

// each applies fn to each of some values.
func each[From, To any](values []From, fn func(From) To) []To {
	all := make([]To, len(values))
	for i, value := range values {
		all[i] = fn(value)
	}
	return all
}
