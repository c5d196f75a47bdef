package location

import (
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"github.com/quartet-dev/quartet/internal/lazyregexp"
	"github.com/quartet-dev/quartet/internal/loopback"
	"github.com/quartet-dev/quartet/internal/media/storage/s3"
)

// The region of servers that have none of their own.
const usualRegion = "us-east-1"

var (
	bucketName = lazyregexp.New(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)
	regionName = lazyregexp.New(`^[a-z0-9-]{1,64}$`)
	keys       = []string{"region", "endpoint", "public"}
)

func parseBucket(text string) (Location, error) {
	u, err := url.Parse(text)
	switch {
	case err != nil:
		return Location{}, errors.New("s3: URL that cannot be read")
	case u.User != nil:
		return Location{}, errors.New("s3: credentials belong into the environment, as AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY")
	case !bucketName.MatchString(u.Host) || strings.Contains(u.Host, ".."):
		return Location{}, errors.New("s3: needs the name of a bucket: 3 to 63 of a-z, 0-9, '.' and '-', a letter or digit at both ends")
	case u.Path != "" && u.Path != "/" || u.Fragment != "":
		return Location{}, errors.New("s3: has neither a path nor a fragment; all of the bucket is for media")
	}
	query, err := readQuery(u.RawQuery)
	if err != nil {
		return Location{}, err
	}
	config := s3.Config{Bucket: u.Host, Region: query["region"], Endpoint: query["endpoint"], Public: strings.TrimSuffix(query["public"], "/")}
	if config.Region == "" && config.Endpoint == "" {
		return Location{}, errors.New("s3: needs region=, or endpoint= of a server that is not AWS")
	}
	if config.Region == "" {
		config.Region = usualRegion
	}
	return Location{bucket: &config}, check(config)
}

// readQuery takes each key once.
func readQuery(text string) (map[string]string, error) {
	values, err := url.ParseQuery(text)
	if err != nil {
		return nil, errors.New("s3: query that cannot be read")
	}
	query := make(map[string]string)
	for key, each := range values {
		switch {
		case !slices.Contains(keys, key):
			return nil, fmt.Errorf("s3: unknown key %.40q; there are %s", key, strings.Join(keys, ", "))
		case len(each) > 1:
			return nil, fmt.Errorf("s3: %s= more than once", key)
		case each[0] == "":
			return nil, fmt.Errorf("s3: %s= without a value", key)
		}
		query[key] = each[0]
	}
	return query, nil
}

func check(c s3.Config) error {
	if !regionName.MatchString(c.Region) {
		return errors.New("s3: region= is no region, such as eu-central-1")
	}
	if u, err := parseHTTPS(c.Endpoint); c.Endpoint != "" && (err != nil || u.Path != "") {
		return errors.New("s3: endpoint= is not an https origin, such as https://s3.example, without a path (http only for loopback)")
	}
	if u, err := parseHTTPS(c.Public); c.Public != "" && (err != nil || strings.Contains(u.Path+"/", "//")) {
		return errors.New("s3: public= is not an https URL without a query, such as https://cdn.example/media (http only for loopback)")
	}
	return nil
}

var errNoURL = errors.New("no such URL")

// parseHTTPS takes what requests can be made to: secrets and signatures go over
// plain HTTP on this machine alone.
func parseHTTPS(text string) (*url.URL, error) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "https" && (u.Scheme != "http" || !loopback.IsHost(u.Hostname())) {
		return nil, errNoURL
	}
	if u.Hostname() == "" || u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "" || u.String() != text {
		return nil, errNoURL
	}
	if strings.ContainsAny(u.Host, `;,'" *`) { // it becomes part of a content security policy
		return nil, errNoURL
	}
	return u, nil
}

func originOf(text string) string {
	u, err := parseHTTPS(text)
	if err != nil {
		return ""
	}
	return u.Scheme + "://" + u.Host
}
