package inspect

// movie is what is known of a file of MP4 or QuickTime while its boxes are read.
type movie struct {
	s               *source
	described, film bool // has a description; has a track of pictures
}

// containers are the boxes that are looked into. None is within itself in an honest
// file, so the depth is bounded.
var containers = map[string]bool{"moov": true, "trak": true, "mdia": true, "udta": true, "meta": true, "ilst": true}

const maxBoxDepth = 6

// walkMovie reads the boxes of a file of video or sound. Their bytes are not
// looked at.
func walkMovie(s *source, mime string) (Finding, error) {
	m := &movie{s: s}
	if err := s.boxes(s.size, func(b box) error { return m.box(b, 1) }); err != nil {
		return Finding{}, err
	}
	switch {
	case !m.described:
		return Finding{}, broken("it has no description of its tracks")
	case mime == "audio/mp4" && m.film:
		return Finding{}, broken("it holds pictures, and was declared as sound")
	case mime != "audio/mp4" && !m.film:
		return Finding{}, broken("it holds no pictures, and was declared as video")
	}
	return Finding{}, s.end()
}

func (m *movie) box(b box, depth int) error {
	switch b.name {
	case "\xa9xyz", "loci":
		return place()
	case "keys":
		found, err := m.s.contains(b.size(), "quicktime.location.ISO6709")
		if err == nil && found {
			err = place()
		}
		return err
	case "hdlr":
		return m.handler(b)
	}
	if !containers[b.name] {
		return nil
	}
	if depth > maxBoxDepth {
		return broken("its boxes are nested too deep")
	}
	m.described = m.described || b.name == "moov"
	return m.inside(b, depth)
}

func (m *movie) inside(b box, depth int) error {
	if err := m.skipVersion(b); err != nil {
		return err
	}
	return m.s.boxes(b.end, func(b box) error { return m.box(b, depth+1) })
}

// skipVersion goes over the version of a box of metadata, which QuickTime leaves out.
func (m *movie) skipVersion(b box) error {
	if b.name != "meta" || b.size() < 8 {
		return nil
	}
	head, err := m.s.peek(8)
	if err != nil || string(head[4:]) == "hdlr" {
		return err
	}
	return m.s.skip(4)
}

func (m *movie) handler(b box) error {
	if b.size() < 12 {
		return nil
	}
	head, err := m.s.peek(12)
	m.film = m.film || err == nil && string(head[8:]) == "vide"
	return err
}
