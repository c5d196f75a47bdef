package inspect

// Blocks of GIF.
const (
	gifExtension = 0x21
	gifImage     = 0x2c
	gifTrailer   = 0x3b
)

// walkGIF reads a file of GIF, and counts its frames.
func walkGIF(s *source, _ string) (Finding, error) {
	b, err := s.take(13)
	if err != nil {
		return Finding{}, err
	}
	g := &gif{s: s, width: int64(little.Uint16(b[6:])), height: int64(little.Uint16(b[8:]))}
	if err := picture(g.width, g.height, 1); err != nil {
		return Finding{}, err
	}
	if err := g.skipColors(b[10]); err != nil {
		return Finding{}, err
	}
	if err := g.blocks(); err != nil {
		return Finding{}, err
	}
	return shown(g.width, g.height, 1), s.end()
}

type gif struct {
	s             *source
	width, height int64
	frames        int64
}

// skipColors goes over the color table that flags announce.
func (g *gif) skipColors(flags byte) error {
	if flags&0x80 == 0 {
		return nil
	}
	return g.s.skip(3 << (flags&7 + 1))
}

func (g *gif) blocks() error {
	for {
		block, err := g.s.byte()
		if err != nil {
			return err
		}
		switch block {
		case gifTrailer:
			if g.frames == 0 {
				return broken("it holds no picture")
			}
			return nil
		case gifImage:
			err = g.frame()
		case gifExtension:
			err = g.extension()
		default:
			err = broken("byte %d is not the start of a block", g.s.at()-1)
		}
		if err != nil {
			return err
		}
	}
}

// extension goes over an extension, and refuses a place in XMP.
func (g *gif) extension() error {
	head, err := g.s.peekUpTo(13)
	if err != nil {
		return err
	}
	isXMP := string(head) == "\xff\x0bXMP DataXMP"
	if err := g.s.skip(1); err != nil {
		return err
	}
	from := g.s.at()
	if err := g.subBlocks(); err != nil || !isXMP {
		return err
	}
	length := g.s.at() - from
	if err := g.s.seek(from); err != nil {
		return err
	}
	return g.s.noPlaceInXMP(length)
}

func (g *gif) frame() error {
	b, err := g.s.take(9)
	if err != nil {
		return err
	}
	n := func(at int) int64 { return int64(little.Uint16(b[at:])) }
	if err := within(n(0), n(2), n(4), n(6), g.width, g.height); err != nil {
		return err
	}
	g.frames++
	if err := picture(g.width, g.height, g.frames); err != nil {
		return err
	}
	if err := g.skipColors(b[8]); err != nil {
		return err
	}
	if bits, err := g.s.byte(); err != nil || bits < 1 || bits > 11 {
		return orBroken(err, "a frame is not compressed as GIF is")
	}
	return g.subBlocks()
}

// subBlocks goes over blocks of up to 255 bytes, to the empty one.
func (g *gif) subBlocks() error {
	for {
		n, err := g.s.byte()
		if err != nil || n == 0 {
			return err
		}
		if err := g.s.skip(int64(n)); err != nil {
			return err
		}
	}
}

func orBroken(err error, reason string) error {
	if err != nil {
		return err
	}
	return broken("%s", reason)
}
