package s3

import (
	"errors"
	"fmt"
	"net/url"
	"strings"

	"github.com/aws/aws-sdk-go-v2/aws"
)

// Config is where a bucket is and who may write to it.
type Config struct {
	Bucket string
	Region string

	// Endpoint is the origin of a server that is not AWS, whose buckets are the
	// first segment of a path; "" for AWS.
	Endpoint string

	// Public is where everybody can read the objects, without a slash at its
	// end; "" where they are read through the service alone.
	Public string

	Credentials Credentials
}

// Credentials are what AWS calls them. Token is for temporary ones.
type Credentials struct{ AccessKeyID, SecretAccessKey, SessionToken string }

// The names of the environment that credentials are read from.
const (
	accessKeyID     = "AWS_ACCESS_KEY_ID"
	secretAccessKey = "AWS_SECRET_ACCESS_KEY" //nolint:gosec // the name of a variable
	sessionToken    = "AWS_SESSION_TOKEN"     //nolint:gosec // another
)

// ReadCredentials reads them from the environment. The error names what is
// missing.
func ReadCredentials(lookupEnv func(string) (string, bool)) (Credentials, error) {
	read := func(name string) string {
		value, _ := lookupEnv(name)
		return value
	}
	c := Credentials{read(accessKeyID), read(secretAccessKey), read(sessionToken)}
	var missing []string
	if c.AccessKeyID == "" {
		missing = append(missing, accessKeyID)
	}
	if c.SecretAccessKey == "" {
		missing = append(missing, secretAccessKey)
	}
	if missing != nil {
		return Credentials{}, fmt.Errorf("an s3: bucket needs credentials: set %s", strings.Join(missing, " and "))
	}
	return c, nil
}

func (c Credentials) forSigner() aws.Credentials {
	return aws.Credentials{AccessKeyID: c.AccessKeyID, SecretAccessKey: c.SecretAccessKey, SessionToken: c.SessionToken}
}

// UploadOrigin is where clients send the bytes of uploads.
func (c Config) UploadOrigin() string {
	origin, _ := c.base()
	return origin
}

// base is the origin of requests, and what comes before a key in their paths. A
// bucket of AWS is a host of its own, unless a dot in its name would make that
// one which the server's certificate does not cover.
func (c Config) base() (origin, path string) {
	switch {
	case c.Endpoint != "":
		return c.Endpoint, "/" + c.Bucket
	case strings.Contains(c.Bucket, "."):
		return "https://s3." + c.awsDomain(), "/" + c.Bucket
	default:
		return "https://" + c.Bucket + ".s3." + c.awsDomain(), ""
	}
}

func (c Config) awsDomain() string {
	if strings.HasPrefix(c.Region, "cn-") {
		return c.Region + ".amazonaws.com.cn"
	}
	return c.Region + ".amazonaws.com"
}

func (c Config) parse() (*url.URL, error) {
	origin, path := c.base()
	u, err := url.Parse(origin + path)
	if err == nil && (c.Bucket == "" || c.Region == "") {
		err = errors.New("an s3: bucket needs a name and a region")
	}
	return u, err
}
