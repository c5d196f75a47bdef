package media_test

import (
	"errors"
	"io"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/quartet-dev/quartet/asset"
	"github.com/quartet-dev/quartet/internal/content"
	"github.com/quartet-dev/quartet/internal/diag"
	"github.com/quartet-dev/quartet/internal/media"
	"github.com/quartet-dev/quartet/internal/media/storage"
)

func refusedWith(t *testing.T, err error, code diag.Code) {
	t.Helper()
	if !diag.HasCode(err, code) {
		t.Errorf("got %v, want %s", err, code)
	}
}

// An upload that breaks goes on where it was, and the asset knows its pixels.
func TestAnUploadInParts(t *testing.T) {
	l, body := open(t), photo(t, 700, 400, 1)
	granted := l.begin(body, "")
	if _, err := l.commit(granted); !diag.HasCode(err, diag.MediaObjectNotFound) {
		t.Errorf("without bytes: %v", err)
	}
	half := len(body) / 2
	if n, err := l.send(granted, 0, body[:half]); n != int64(half) || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	if n, err := l.send(granted, 1, body[1:]); n != int64(half) || !diag.HasCode(err, diag.Conflict) {
		t.Errorf("at another offset: %d, %v", n, err)
	}
	if _, err := l.commit(granted); !diag.HasCode(err, diag.MediaObjectNotFound) {
		t.Errorf("with half of the bytes: %v", err)
	}
	if n, err := l.send(granted, int64(half), body[half:]); n != int64(len(body)) || err != nil {
		t.Errorf("%d, %v", n, err)
	}
	a, err := l.commit(granted)
	if err != nil {
		t.Fatal(err)
	}
	again, err := l.commit(granted)
	if diff := cmp.Diff(a, again); diff != "" || err != nil {
		t.Error("a second commit answers otherwise", diff, err)
	}
	shape := l.Shape(a, "")
	if v := shape.Variants[0]; v.Width != 700 || v.Height != 400 || len(shape.Renditions) != 2 || shape.Alt != "A boat" {
		t.Errorf("%+v", shape)
	}
	if _, err := l.send(granted, 0, body); !diag.HasCode(err, diag.MediaUploadExpired) {
		t.Errorf("bytes behind the commit: %v", err)
	}
}

func TestBytesThatWereNotAnnounced(t *testing.T) {
	l, body := open(t), photo(t, 40, 40, 1)
	granted := l.begin(body, "")
	other := slices.Clone(body)
	other[len(other)-3] ^= 1
	_, err := l.send(granted, 0, other)
	refusedWith(t, err, diag.MediaChecksumMismatch)
	_, err = l.send(granted, 0, append(slices.Clone(body), 'x'))
	refusedWith(t, err, diag.MediaChecksumMismatch)
	if _, err := l.send(granted, 0, body); err != nil {
		t.Errorf("the right ones, afterwards: %v", err)
	}
}

func TestBytesOfAnotherType(t *testing.T) {
	l, body := open(t), []byte("%PDF-1.4 is no picture")
	granted := l.begin(body, "")
	if _, err := l.send(granted, 0, body); err != nil {
		t.Fatal(err)
	}
	_, err := l.commit(granted)
	refusedWith(t, err, diag.MediaMimeRejected)
	if d := diag.As(err); d.Path != "input#/variants/0" {
		t.Errorf("at %s", d.Path)
	}
}

func TestAnnouncementsThatAreRefused(t *testing.T) {
	jpg := media.Variant{Role: asset.Primary, MimeType: "image/jpeg", ByteSize: 1000}
	webp := media.Variant{Role: asset.Alternate, MimeType: "image/webp", ByteSize: 900}
	with := func(v media.Variant, change func(*media.Variant)) media.Variant {
		change(&v)
		return v
	}
	large := func(v *media.Variant) { v.ByteSize = 400_000 }
	for _, c := range []struct {
		name, purpose string
		variants      []media.Variant
		code          diag.Code
		path          string
	}{
		{"another purpose", "nope", []media.Variant{jpg}, diag.MediaPurposeRejected, "input#/purpose"},
		{"nothing", "cover", nil, diag.MediaVariantsIncomplete, "input#/variants"},
		{"a slot without a variant", "cover", []media.Variant{jpg}, diag.MediaVariantsIncomplete, "input#/variants"},
		{"a type of no slot", "figure", []media.Variant{jpg, webp}, diag.MediaMimeRejected, "input#/variants/1/mimeType"},
		{"a slot twice", "figure", []media.Variant{jpg, jpg}, diag.InputValidationFailed, "input#/variants/1/mimeType"},
		{"no primary", "figure", []media.Variant{with(jpg, func(v *media.Variant) { v.Role = asset.Alternate })}, diag.InputValidationFailed, "input#/variants"},
		{"two primaries", "cover", []media.Variant{jpg, with(webp, func(v *media.Variant) { v.Role = asset.Primary })}, diag.InputValidationFailed, "input#/variants"},
		{"another role", "figure", []media.Variant{with(jpg, func(v *media.Variant) { v.Role = "third" })}, diag.InputValidationFailed, "input#/variants/0/role"},
		{"over maxBytes", "cover", []media.Variant{jpg, with(webp, large)}, diag.MediaVariantSizeExceeded, "input#/variants/1/byteSize"},
		{"over the site's cap", "paper", []media.Variant{{Role: asset.Primary, MimeType: "application/pdf", ByteSize: 2_000_001}}, diag.MediaSizeExceeded, "input#/variants/0/byteSize"},
		{"a modern format larger than its fallback", "cover", []media.Variant{jpg, with(webp, func(v *media.Variant) { v.ByteSize = 1001 })}, diag.MediaVariantsSuspiciousSize, "input#/variants/1/byteSize"},
		{"no bytes", "figure", []media.Variant{with(jpg, func(v *media.Variant) { v.ByteSize = 0 })}, diag.InputValidationFailed, "input#/variants/0/byteSize"},
		{"half a checksum", "figure", []media.Variant{with(jpg, func(v *media.Variant) { v.SHA256 = "abcd" })}, diag.InputValidationFailed, "input#/variants/0/sha256"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := open(t).Announce(t.Context(), media.Announcement{Purpose: c.purpose, Filename: "a", Variants: c.variants, Creator: "ada"})
			refusedWith(t, err, c.code)
			if d := diag.As(err); d == nil || d.Path != c.path {
				t.Errorf("at %v, want %s", d, c.path)
			}
		})
	}
}

func TestNamesOfFiles(t *testing.T) {
	l := open(t)
	for name, want := range map[string]string{
		"boat.jpg": "boat.jpg", "/tmp/../x/boat.jpg": "boat.jpg", `C:\pictures\boat.jpg`: "boat.jpg", " boat.jpg ": "boat.jpg", "船.jpg": "船.jpg",
		"": "", "a/..": "", "/": "", "a\x00b": "", strings.Repeat("a", 256): "", strings.Repeat("a/", 2500) + "b.jpg": "b.jpg",
	} {
		body := photo(t, 8, 8, 1)
		granted, err := l.Announce(t.Context(), media.Announcement{Purpose: "figure", Filename: name, Variants: []media.Variant{announced("image/jpeg", body)}})
		if want == "" {
			refusedWith(t, err, diag.InputValidationFailed)
			continue
		}
		if err != nil {
			t.Fatalf("%.20q: %v", name, err)
		}
		if _, err := l.send(granted, 0, body); err != nil {
			t.Fatal(err)
		}
		if a, err := l.commit(granted); err != nil || a.Filename != want {
			t.Errorf("%.20q: %+v, %v", name, a, err)
		}
	}
}

// A user has eight uploads open at most; one that ends makes room for another.
func TestUploadsAtOnce(t *testing.T) {
	l, body := open(t), photo(t, 8, 8, 1)
	announce := func(creator string) (*media.Granted, error) {
		return l.Announce(t.Context(), media.Announcement{Purpose: "figure", Filename: "a", Variants: []media.Variant{announced("image/jpeg", body)}, Creator: creator})
	}
	var first *media.Granted
	for i := range media.MaxOpen {
		granted, err := announce("ada")
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			first = granted
		}
		l.pass(time.Second)
	}
	_, err := announce("ada")
	refusedWith(t, err, diag.RateLimited)
	if tooMany := (*media.TooMany)(nil); !errors.As(err, &tooMany) || tooMany.After != media.Lifetime-media.MaxOpen*time.Second {
		t.Errorf("%+v", tooMany)
	}
	if _, err := announce("bob"); err != nil {
		t.Errorf("somebody else: %v", err)
	}
	if err := l.Cancel(t.Context(), first.UploadGroupID); err != nil {
		t.Fatal(err)
	}
	if _, err := announce("ada"); err != nil {
		t.Errorf("after one was cancelled: %v", err)
	}
	l.pass(media.Lifetime)
	if _, err := announce("ada"); err != nil {
		t.Errorf("after they expired: %v", err)
	}
}

// What is never committed goes, its bytes too; what goes on has its time anew.
func TestUploadsThatAreNotCommittedGo(t *testing.T) {
	l, body := open(t), photo(t, 300, 300, 1)
	left, slow := l.begin(body, ""), l.begin(body, "")
	if _, err := l.send(left, 0, body); err != nil {
		t.Fatal(err)
	}
	l.pass(10 * time.Minute)
	if _, err := l.send(slow, 0, body[:100]); err != nil {
		t.Fatal(err)
	}
	l.pass(10 * time.Minute)
	_, err := l.commit(left)
	refusedWith(t, err, diag.MediaUploadExpired)
	if _, err := l.send(slow, 100, body[100:]); err != nil {
		t.Errorf("one that goes on: %v", err)
	}
	if _, err := l.commit(slow); err != nil {
		t.Errorf("one that went on: %v", err)
	}
	l.pass(2 * time.Hour)
	l.sweep()
	if keys := l.objects(); len(keys) != 1 {
		t.Errorf("%v", keys)
	}
	_, err = l.commit(left)
	refusedWith(t, err, diag.MediaUploadExpired)
	l.pass(2 * time.Hour)
	l.sweep()
	_, err = l.commit(left)
	refusedWith(t, err, diag.NotFound)
}

func TestACancelledUploadLeavesNothing(t *testing.T) {
	l, body := open(t), photo(t, 300, 300, 1)
	whole, half := l.begin(body, ""), l.begin(body, "")
	_, err := l.send(whole, 0, body)
	_, errHalf := l.send(half, 0, body[:200])
	if err := errors.Join(err, errHalf, l.Cancel(t.Context(), whole.UploadGroupID), l.Cancel(t.Context(), half.UploadGroupID)); err != nil {
		t.Fatal(err)
	}
	l.sweep()
	if keys := l.objects(); len(keys) > 0 {
		t.Errorf("%v", keys)
	}
	for object, err := range l.bucket.(storage.Receiver).Unfinished(t.Context()) {
		t.Errorf("%v, %v", object, err)
	}
	refusedWith(t, l.Cancel(t.Context(), whole.UploadGroupID), diag.NotFound)
}

// The id stays, the URLs are new, and the old ones are served for a day.
func TestReplacedBytes(t *testing.T) {
	l := open(t)
	a := l.upload(photo(t, 700, 300, 1), "")
	before, generation := l.Shape(a, ""), generationOf(t, l)
	b := l.upload(photo(t, 400, 300, 2), a.ID)
	after := l.Shape(b, "")
	if b.ID != a.ID || b.Version != 2 || before.Variants[0].URL == after.Variants[0].URL || after.Variants[0].Width != 400 || b.Alt != "A boat" {
		t.Errorf("%+v", b)
	}
	if generationOf(t, l) == generation {
		t.Error("caches are not told")
	}
	if c, err := l.Open(t.Context(), a.ID, 1, "w640.jpg"); err != nil {
		t.Errorf("the former version: %v", err)
	} else {
		_ = c.Close()
	}
	l.pass(25 * time.Hour)
	l.sweep()
	_, err := l.Open(t.Context(), a.ID, 1, "primary-0.jpg")
	refusedWith(t, err, diag.NotFound)
	if keys := l.objects(); len(keys) != 1 || !strings.Contains(keys[0], b.Group) {
		t.Errorf("%v", keys)
	}
}

func generationOf(t *testing.T, l library) uint64 {
	t.Helper()
	number, known := l.Generation()
	if !known {
		t.Fatal("the generation is not known")
	}
	return number
}

func TestWhatIsInUseIsNotDeleted(t *testing.T) {
	l := open(t)
	a := l.upload(photo(t, 700, 300, 1), "")
	service, err := content.New(t.Context(), l.plan, l.store, content.Options{})
	if err != nil {
		t.Fatal(err)
	}
	staff := content.Caller{User: &content.User{ID: "eve"}, Staff: &content.Staff{ID: "eve", Role: "editor"}, Auth: &content.Auth{Credential: "session"}}
	e, err := service.StaffEntries(staff).Create(t.Context(), "notes", map[string]any{"cover": a.ID})
	if err != nil {
		t.Fatal(err)
	}
	_, err = l.Delete(t.Context(), a.ID, false, ada)
	refusedWith(t, err, diag.Conflict)
	want := &media.InUse{Uses: []media.Use{{Collection: "notes", EntryID: e.ID}}, Count: 1}
	if used := (*media.InUse)(nil); !errors.As(err, &used) || cmp.Diff(want, used) != "" {
		t.Errorf("%+v", used)
	}
	if found, err := l.List(t.Context(), media.Query{Unused: true, Limit: 10}); len(found) > 0 || err != nil {
		t.Errorf("unused: %v, %v", found, err)
	}
	if n, err := l.Delete(t.Context(), a.ID, true, ada); n != 1 || err != nil {
		t.Errorf("by force: %d, %v", n, err)
	}
	l.sweep()
	if keys := l.objects(); len(keys) > 0 {
		t.Errorf("%v", keys)
	}
	_, err = l.Asset(t.Context(), a.ID)
	refusedWith(t, err, diag.MediaAssetNotFound)
}

// Whoever asks for a rendition meanwhile waits for the one that is being made.
func TestARenditionIsMadeOnce(t *testing.T) {
	l := open(t)
	a := l.upload(photo(t, 1500, 900, 1), "")
	var wait sync.WaitGroup
	for range 8 {
		wait.Go(func() {
			c, err := l.Open(t.Context(), a.ID, 1, "w960.jpg")
			if err != nil {
				t.Error(err)
				return
			}
			defer func() { _ = c.Close() }()
			if body, err := io.ReadAll(c); err != nil || len(body) < 100 || c.MimeType != "image/jpeg" || c.Provisional {
				t.Errorf("%d bytes, %+v, %v", len(body), c, err)
			}
		})
	}
	wait.Wait()
	for _, name := range []string{"w1920.jpg", "w100.jpg", "w960.png", "primary-1.jpg", "alternate-0.jpg", "../" + a.Group, ""} {
		_, err := l.Open(t.Context(), a.ID, 1, name)
		refusedWith(t, err, diag.NotFound)
	}
	if keys := l.objects(); len(keys) != 2 {
		t.Errorf("%v", keys)
	}
}

func TestTextsInTheLanguagesOfTheSite(t *testing.T) {
	l := open(t)
	a := l.upload(photo(t, 8, 8, 1), "")
	boat := &media.Text{Alt: "一艘船"}
	changed, err := l.Update(t.Context(), a.ID, media.Patch{Translations: map[string]*media.Text{"zh-TW": boat}, Focal: &media.Focal{Point: &asset.Point{X: 1, Y: 0.5}}}, ada)
	if err != nil {
		t.Fatal(err)
	}
	if en, zh := l.Shape(changed, "en"), l.Shape(changed, "zh-TW"); en.Alt != "A boat" || zh.Alt != "一艘船" || zh.FocalPoint.X != 1 {
		t.Errorf("%+v, %+v", en, zh)
	}
	for _, locale := range []string{"en", "fr", ""} {
		_, err = l.Update(t.Context(), a.ID, media.Patch{Translations: map[string]*media.Text{locale: boat}}, ada)
		refusedWith(t, err, diag.InvalidLocale)
	}
	changed, err = l.Update(t.Context(), a.ID, media.Patch{Translations: map[string]*media.Text{"zh-TW": nil}, Focal: &media.Focal{}}, ada)
	if err != nil || len(changed.Translations) > 0 || changed.FocalPoint != nil {
		t.Errorf("%+v, %v", changed, err)
	}
}

// A site's own files are loaded once, under names of its own.
func TestImport(t *testing.T) {
	l, body := open(t), photo(t, 60, 40, 1)
	announcement := media.Announcement{Purpose: "figure", Filename: "boat.jpg", Variants: []media.Variant{announced("image/jpeg", body)}}
	load := func(id string, text string) (*media.Asset, bool, error) {
		return l.Import(t.Context(), id, announcement, func(int) (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(text)), nil }, ada)
	}
	a, created, err := load("boat-1", string(body))
	if err != nil || !created || a.ID != "boat-1" {
		t.Fatalf("%+v, %v, %v", a, created, err)
	}
	if _, created, err = load("boat-1", string(body)); created || err != nil {
		t.Errorf("again: %v, %v", created, err)
	}
	_, _, err = load("boat-2", "other bytes")
	refusedWith(t, err, diag.MediaChecksumMismatch)
	_, _, err = load("Boat 2", string(body))
	refusedWith(t, err, diag.InputValidationFailed)
	l.sweep()
	if keys := l.objects(); len(keys) != 1 {
		t.Errorf("%v", keys)
	}
}
