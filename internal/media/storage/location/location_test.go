package location

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/quartet-dev/quartet/internal/media/storage"
)

func TestWhatIsWrongIsSaid(t *testing.T) {
	for text, want := range map[string]string{
		"":                                       "file:<dir> or s3://",
		"media":                                  "file:<dir> or s3://",
		"S3://bucket":                            "file:<dir> or s3://",
		"s3:bucket":                              "file:<dir> or s3://",
		"https://s3.example/bucket":              "file:<dir> or s3://",
		"file:":                                  "needs a folder",
		"file://host/media":                      "no host",
		"file://":                                "no host",
		"file:media?x=1":                         "neither a query",
		"file:me\x00dia":                         "neither a query",
		"s3://":                                  "name of a bucket",
		"s3://ab":                                "name of a bucket",
		"s3://Bucket":                            "name of a bucket",
		"s3://bu_cket":                           "name of a bucket",
		"s3://-bucket":                           "name of a bucket",
		"s3://bu..cket":                          "name of a bucket",
		"s3://bucket:80":                         "name of a bucket",
		"s3://bucket\n":                          "cannot be read",
		"s3://hush:hush@bucket":                  "belong into the environment",
		"s3://bucket/media":                      "neither a path",
		"s3://bucket#x":                          "neither a path",
		"s3://bucket":                            "needs region=",
		"s3://bucket?public=https://cdn.example": "needs region=",
		"s3://bucket?region=":                    "region= without a value",
		"s3://bucket?region=eu-1&region=eu-1":    "region= more than once",
		"s3://bucket?region=eu.1":                "region= is no region",
		"s3://bucket?region=eu-1&acl=public":     `unknown key "acl"`,
		"s3://bucket?secretAccessKey=hush":       `unknown key "secretAccessKey"`,
		"s3://bucket?region=%zz":                 "query that cannot be read",
		"s3://bucket?endpoint=s3.example":        "endpoint= is not an https origin",
		"s3://bucket?endpoint=http://s3.example": "endpoint= is not an https origin",
		"s3://bucket?endpoint=http://127.0.0.1.example":                     "endpoint= is not an https origin",
		"s3://bucket?endpoint=https://s3.example/":                          "endpoint= is not an https origin",
		"s3://bucket?endpoint=https://s3.example/v1":                        "endpoint= is not an https origin",
		"s3://bucket?endpoint=https://hush:hush@s3.example":                 "endpoint= is not an https origin",
		"s3://bucket?endpoint=https://:443":                                 "endpoint= is not an https origin",
		"s3://bucket?endpoint=https://s3.example?hush":                      "endpoint= is not an https origin",
		"s3://bucket?endpoint=ftp://s3.example":                             "endpoint= is not an https origin",
		"s3://bucket?region=eu-1&public=http://cdn.example":                 "public= is not an https URL",
		"s3://bucket?region=eu-1&public=//cdn.example":                      "public= is not an https URL",
		"s3://bucket?region=eu-1&public=https://c.example//":                "public= is not an https URL",
		"s3://bucket?region=eu-1&public=https://c.example%3Bscript-src%20*": "public= is not an https URL",
		"s3://bucket?region=eu-1&public=https://c.example/%3Fhush":          "public= is not an https URL",
	} {
		_, err := Parse(text)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
		if err != nil && strings.Contains(err.Error(), "hush") {
			t.Errorf("%q: the error tells a secret: %v", text, err)
		}
	}
}

var environment = map[string]string{"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "hush", "AWS_SESSION_TOKEN": "token"}

func lookup(name string) (string, bool) {
	value, ok := environment[name]
	return value, ok
}

func TestABucketHasOrigins(t *testing.T) {
	for text, want := range map[string]struct {
		Origins
		public string // of a key
	}{
		"file:media":                      {},
		"s3://bucket?region=eu-central-1": {Origins{Upload: "https://bucket.s3.eu-central-1.amazonaws.com"}, ""},
		"s3://bu.cket?region=eu-1":        {Origins{Upload: "https://s3.eu-1.amazonaws.com"}, ""},
		"s3://bucket?region=cn-north-1":   {Origins{Upload: "https://bucket.s3.cn-north-1.amazonaws.com.cn"}, ""},
		"s3://bucket/?endpoint=https://s3.example:9000&public=https://cdn.example": {
			Origins{Read: "https://cdn.example", Upload: "https://s3.example:9000"}, "https://cdn.example/a/1.png"},
		"s3://bucket?region=x&endpoint=http://[::1]:9000&public=http://localhost:9000/bucket/": {
			Origins{Read: "http://localhost:9000", Upload: "http://[::1]:9000"}, "http://localhost:9000/bucket/a/1.png"},
	} {
		l, err := Parse(text)
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if got := l.Origins(); got != want.Origins {
			t.Errorf("%s: %+v", text, got)
		}
		b, err := l.Open(t.TempDir(), lookup)
		if err != nil {
			t.Fatal(err)
		}
		if got := b.PublicURL("a/1.png"); got != want.public {
			t.Errorf("%s: public at %q", text, got)
		}
	}
}

func TestARelativeFolderIsInTheSite(t *testing.T) {
	site, elsewhere := t.TempDir(), t.TempDir()
	for text, want := range map[string]string{
		"file:.service/media":              filepath.Join(site, ".service", "media"),
		"file:./a b":                       filepath.Join(site, "a b"),
		"file:" + elsewhere + "/absolute":  filepath.Join(elsewhere, "absolute"),
		"file://" + elsewhere + "/slashes": filepath.Join(elsewhere, "slashes"),
	} {
		l, err := Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		b, err := l.Open(site, lookup)
		if err != nil {
			t.Fatal(err)
		}
		if err = b.Put(t.Context(), "a.png", bytes.NewReader(nil), storage.Properties{}); err != nil {
			t.Error(err)
		}
		if _, err = os.Stat(filepath.Join(want, "objects", "a.png")); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

func TestMissingCredentialsAreNamed(t *testing.T) {
	l, err := Parse("s3://bucket?region=eu-1")
	if err != nil {
		t.Fatal(err)
	}
	for name, others := range map[string]string{"AWS_ACCESS_KEY_ID": "AWS_SECRET_ACCESS_KEY", "AWS_SECRET_ACCESS_KEY": "AWS_ACCESS_KEY_ID"} {
		_, err = l.Open("", func(asked string) (string, bool) {
			if asked == name {
				return "", false
			}
			return lookup(asked)
		})
		if err == nil || !strings.Contains(err.Error(), name) || strings.Contains(err.Error(), others) {
			t.Errorf("without %s: %v", name, err)
		}
	}
	if _, err = (Location{}).Open("", lookup); err == nil {
		t.Error("nothing was opened")
	}
}
