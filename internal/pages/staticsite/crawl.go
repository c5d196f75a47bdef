package staticsite

import (
	"context"
	"crypto/sha256"
	"net/http"
	"net/url"
	"strings"
)

// crawl is an export in progress.
type crawl struct {
	Options
	to     *folder
	asked  map[digest]struct{} // addresses
	queue  []job
	report Report
}

// digest stands for an address or the name of a file, so that many take little memory.
type digest [16]byte

func digestOf(text string) (d digest) {
	sum := sha256.Sum256([]byte(text))
	copy(d[:], sum[:])
	return d
}

// job is an address to ask for.
type job struct {
	path    string // escaped
	query   string // of a page of a list; "" for its first
	number  int    // of the page; 0 for the first
	from    string // the page that links to it; "" for none
	missing bool   // the answer is the page of what is not there
}

// address is the path that the file of a job is served at.
func (j job) address() string {
	if j.number == 0 {
		return j.path
	}
	return pageAddress(j.path, j.number)
}

// from does a job and those that follow from it.
func (c *crawl) from(ctx context.Context, first job) error {
	c.add(first)
	for len(c.queue) > 0 {
		next := c.queue[0]
		if c.queue = c.queue[1:]; len(c.queue) == 0 {
			c.queue = nil
		}
		if err := c.do(ctx, next); err != nil {
			return err
		}
	}
	return nil
}

// add puts a job into the queue, if nobody has asked for its address.
func (c *crawl) add(j job) {
	key := digestOf(j.address())
	if _, known := c.asked[key]; known {
		return
	}
	c.asked[key] = struct{}{}
	c.queue = append(c.queue, j)
}

// do asks for an address and writes its file.
func (c *crawl) do(ctx context.Context, j job) error {
	a, err := c.ask(ctx, j)
	if err != nil {
		return err
	}
	defer a.discard()
	switch status := a.status; {
	case status == http.StatusOK, status == http.StatusNotFound && j.missing && a.isHTML():
		return c.keep(j, a)
	case status >= 300 && status < 400:
		return c.redirect(ctx, j, a.header.Get("Location"))
	case status >= 500:
		return a.failure(j)
	default:
		c.broken(j)
	}
	return nil
}

// keep writes the file of an answer, and goes on with what it links to.
func (c *crawl) keep(j job, a *answer) error {
	name, ok := fileOf(j.address(), a.isHTML())
	if !ok {
		return c.skip(j)
	}
	if a.streamed {
		return c.written(j, a.size, c.to.take(name, a.file))
	}
	body := c.continued(j, a.body.Bytes())
	for _, link := range linksOf(a.header.Get("Content-Type"), body, c.Media, c.Origin) {
		if path, ok := c.local(j, link); ok {
			c.add(job{path: path, from: j.address()})
		}
	}
	if a.isHTML() {
		c.report.Pages++
	}
	return c.written(j, int64(len(body)), c.to.write(name, body))
}

// written counts a file.
func (c *crawl) written(j job, size int64, err error) error {
	if isNoName(err) {
		return c.skip(j)
	}
	if err != nil {
		return err
	}
	c.report.Files++
	c.report.Bytes += size
	if c.Progress != nil {
		c.Progress(c.report.Counts)
	}
	return nil
}

// skip notes an address that cannot be the name of a file.
func (c *crawl) skip(j job) error {
	if len(c.report.Skipped) < MaxBroken {
		c.report.Skipped = append(c.report.Skipped, j.address())
	}
	return nil
}

// broken notes a link that leads to nothing.
func (c *crawl) broken(j job) {
	if j.from == "" {
		return // nobody links to it: such as a page that was taken down meanwhile
	}
	if c.report.AllBroken++; len(c.report.Broken) < MaxBroken {
		c.report.Broken = append(c.report.Broken, Link{j.from, j.path})
	}
}

// redirect writes a page that leads on. A redirect to a file, such as that of the icon,
// is the file.
func (c *crawl) redirect(ctx context.Context, j job, to string) error {
	target, inside := c.local(j, to)
	_, isFile := extension(j.path)
	switch {
	case !isFile:
		name, ok := fileOf(j.address(), true)
		if !ok {
			return c.skip(j)
		}
		if inside {
			c.add(job{path: target, from: j.address()})
		}
		page := leadingTo(to)
		c.report.Redirects++
		return c.written(j, int64(len(page)), c.to.write(name, page))
	case !inside || strings.HasSuffix(j.path, ".md"):
		return nil // what stands elsewhere is no file of ours
	}
	a, err := c.ask(ctx, job{path: target})
	if err != nil {
		return err
	}
	defer a.discard()
	if a.status != http.StatusOK {
		return nil
	}
	return c.keep(j, a)
}

// local is the escaped path of a link that leads to an address of the site which may be
// exported.
func (c *crawl) local(j job, link string) (path string, ok bool) {
	link = strings.TrimSpace(link)
	if rest, inside := strings.CutPrefix(link, c.Origin); inside && c.Origin != "" && (rest == "" || strings.ContainsRune("/?#", rune(rest[0]))) {
		if link = rest; link == "" || link[0] != '/' {
			link = "/" + link
		}
	}
	ref, err := url.Parse(link)
	if err != nil || ref.Scheme != "" || ref.Host != "" || ref.User != nil || ref.Path == "" && ref.Opaque == "" {
		return "", false
	}
	base, err := url.Parse(j.path)
	if err != nil {
		return "", false
	}
	path = base.ResolveReference(ref).EscapedPath()
	return path, strings.HasPrefix(path, "/") && !isService(path)
}
