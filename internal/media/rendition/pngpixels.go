package rendition

import "encoding/binary"

// A converter makes a row of premultiplied RGBA out of one of a PNG.
type converter func(out, row []byte)

func (p *pngHeader) converter() converter {
	switch {
	case p.colour == pngPalette:
		return p.fromPalette()
	case p.colour == pngGrey:
		return p.fromGrey()
	case p.depth == 16:
		return p.from16()
	default:
		return p.from8()
	}
}

func (p *pngHeader) fromPalette() converter {
	var colours [256][4]byte
	for i := range len(p.palette) / 3 {
		alpha := byte(255)
		if i < len(p.alpha) {
			alpha = p.alpha[i]
		}
		premultiply(colours[i][:], p.palette[3*i], p.palette[3*i+1], p.palette[3*i+2], alpha)
	}
	return func(out, row []byte) {
		for x := range p.size.Width {
			copy(out[4*x:4*x+4], colours[sample(row, x, p.depth)][:])
		}
	}
}

// sample is the value of pixel x, of at most 8 bits.
func sample(row []byte, x, depth int) byte {
	if depth == 8 {
		return row[x]
	}
	bit := x * depth
	return row[bit/8] >> (8 - depth - bit%8) & (1<<depth - 1)
}

func (p *pngHeader) fromGrey() converter {
	key := -1
	if p.alpha != nil {
		key = int(binary.BigEndian.Uint16(p.alpha))
	}
	return func(out, row []byte) {
		for x := range p.size.Width {
			value, shown := p.greyAt(row, x)
			to := out[4*x : 4*x+4 : 4*x+4]
			if value == key {
				clear(to)
				continue
			}
			to[0], to[1], to[2], to[3] = shown, shown, shown, 255
		}
	}
}

// greyAt is a value as it is stored, and in 8 bits.
func (p *pngHeader) greyAt(row []byte, x int) (int, byte) {
	if p.depth == 16 {
		return int(binary.BigEndian.Uint16(row[2*x:])), row[2*x]
	}
	v := sample(row, x, p.depth)
	return int(v), v * byte(255/(1<<p.depth-1))
}

// from16 takes the upper byte of each value.
func (p *pngHeader) from16() converter {
	n := p.channels()
	return func(out, row []byte) {
		for x := range p.size.Width {
			from := row[2*n*x : 2*n*(x+1)]
			to := out[4*x : 4*x+4 : 4*x+4]
			switch {
			case n == 2:
				premultiply(to, from[0], from[0], from[0], from[2])
			case n == 4:
				premultiply(to, from[0], from[2], from[4], from[6])
			case string(from) == string(p.alpha):
				clear(to)
			default:
				to[0], to[1], to[2], to[3] = from[0], from[2], from[4], 255
			}
		}
	}
}

func (p *pngHeader) from8() converter {
	switch p.colour {
	case pngGreyAlpha:
		return func(out, row []byte) {
			for ; len(row) >= 2 && len(out) >= 4; row, out = row[2:], out[4:] {
				premultiply(out, row[0], row[0], row[0], row[1])
			}
		}
	case pngRGBA:
		return func(out, row []byte) {
			for ; len(row) >= 4 && len(out) >= 4; row, out = row[4:], out[4:] {
				premultiply(out, row[0], row[1], row[2], row[3])
			}
		}
	default:
		return p.fromRGB()
	}
}

func (p *pngHeader) fromRGB() converter {
	keyed := p.alpha != nil
	var key [3]byte
	if keyed {
		key = [3]byte{p.alpha[1], p.alpha[3], p.alpha[5]}
	}
	return func(out, row []byte) {
		for ; len(row) >= 3 && len(out) >= 4; row, out = row[3:], out[4:] {
			out[0], out[1], out[2], out[3] = row[0], row[1], row[2], 255
			if keyed && [3]byte(row) == key {
				clear(out[:4])
			}
		}
	}
}

func premultiply(to []byte, r, g, b, a byte) {
	_ = to[3]
	if a == 255 {
		to[0], to[1], to[2], to[3] = r, g, b, a
		return
	}
	n := uint32(a)
	to[0] = byte((uint32(r)*n + 127) / 255)
	to[1] = byte((uint32(g)*n + 127) / 255)
	to[2] = byte((uint32(b)*n + 127) / 255)
	to[3] = a
}

// unpremultiply makes colours of premultiplied ones, in place. Where the kernel went
// beyond the edge of a shape a colour may be more than its alpha.
func unpremultiply(pix []byte) {
	for ; len(pix) >= 4; pix = pix[4:] {
		a := uint32(pix[3])
		switch a {
		case 255:
		case 0:
			pix[0], pix[1], pix[2] = 0, 0, 0
		default:
			for c := range 3 {
				pix[c] = byte(min((uint32(pix[c])*255+a/2)/a, 255))
			}
		}
	}
}
