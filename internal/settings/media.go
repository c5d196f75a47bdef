package settings

import (
	"encoding/json"
	"strings"

	"github.com/quartet-dev/quartet/internal/media/storage"
	"github.com/quartet-dev/quartet/internal/media/storage/location"
	"github.com/quartet-dev/quartet/internal/yamldoc"
)

// Media is where the bytes of media lie, and how many of them a file may have.
type Media struct {
	URL       string `json:"url"`       // file:<dir> or s3://<bucket>
	MaxUpload int64  `json:"maxUpload"` // bytes of one file; 0 for the default
}

// maxMaxUpload is the largest file that may be allowed, in bytes: what one request
// sends to an S3 server.
const maxMaxUpload = 5 << 30

// mediaKeys is a URL, or a mapping with one.
var mediaKeys = rule{form: eitherForm(mediaAddress, mediaMapping), check: func(r *reader, pointer string, n *yamldoc.Node) {
	if n.Kind != yamldoc.Mapping {
		mediaAddress.check(r, pointer, n)
		return
	}
	mediaMapping.check(r, pointer, n)
}}

var (
	mediaAddress = text(mediaURL)
	mediaMapping = mapping(optional("url", text(mediaURL)), optional("maxUpload", wholeNumber(maxMaxUpload)))
)

// UnmarshalJSON implements json.Unmarshaler. What is not said stays.
func (m *Media) UnmarshalJSON(text []byte) error {
	if text[0] == '"' {
		return json.Unmarshal(text, &m.URL)
	}
	type keys Media
	return json.Unmarshal(text, (*keys)(m))
}

func mediaURL(value string) *problem {
	if holdsSecret(value) {
		return inTheEnvironment("MEDIA_URL")
	}
	return mediaTarget(value)
}

func mediaTarget(value string) *problem {
	if _, err := location.Parse(value); err != nil {
		return &problem{message: "The URL cannot be used: " + err.Error() + ".", expected: "file:<dir> or s3://<bucket>?region=…&endpoint=…&public=…"}
	}
	return nil
}

// OpenMedia opens the place where media lie: a relative folder below dir, a bucket
// with the credentials of the environment or .env.
func (s *Settings) OpenMedia(dir string) (storage.Bucket, error) {
	at, err := location.Parse(s.Media.URL)
	if err != nil {
		return nil, err
	}
	return at.Open(dir, s.environment.lookup)
}

// Origins are those that a browser loads media from and uploads them to, beside the
// site's own.
func (m Media) Origins() location.Origins {
	at, err := location.Parse(m.URL)
	if err != nil {
		return location.Origins{}
	}
	return at.Origins()
}

// Where is the URL without what need not be shown of it.
func (m Media) Where() string {
	where, _, _ := strings.Cut(m.URL, "?")
	return where
}

// Folder is the folder of a file URL; "" for any other.
func (m Media) Folder() string {
	at, err := location.Parse(m.URL)
	if err != nil {
		return ""
	}
	return at.Folder()
}
