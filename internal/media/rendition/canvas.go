package rendition

import (
	"image"
	"math"
)

// canvas is one rendition while it is made: one plane of a grey picture, three of
// a photograph, half as wide and high those of colours, or one of RGBA.
type canvas struct {
	size   Size // as the pixels lie in the source, not as they are shown
	planes []*resampler
}

func (c *canvas) grey(src Size) *resampler { return c.plane(src, 1) }

// packed is the plane of RGBA of a picture of that size.
func (c *canvas) packed(src Size) *resampler { return c.plane(src, 4) }

func (c *canvas) plane(src Size, channels int) *resampler {
	if c.planes == nil {
		c.planes = []*resampler{newResampler(src, c.size, channels)}
	}
	return c.planes[0]
}

func half(s Size) Size { return Size{(s.Width + 1) / 2, (s.Height + 1) / 2} }

// pushPlanes scales luminance and colours as they are, without a way through RGB.
func (c *canvas) pushPlanes(img *image.YCbCr) {
	at := img.Rect.Min
	size := Size{img.Rect.Dx(), img.Rect.Dy()}
	first, last := img.COffset(at.X, at.Y), img.COffset(img.Rect.Max.X-1, img.Rect.Max.Y-1)
	colours := Size{(last-first)%img.CStride + 1, (last-first)/img.CStride + 1}
	luma := newResampler(size, c.size, 1)
	blue, red := newResampler(colours, half(c.size), 1), newResampler(colours, half(c.size), 1)
	pushRows(luma, img.Y[img.YOffset(at.X, at.Y):], img.YStride)
	pushRows(blue, img.Cb[first:], img.CStride)
	pushRows(red, img.Cr[first:], img.CStride)
	c.planes = []*resampler{luma, blue, red}
}

func pushRows(r *resampler, pix []byte, stride int) {
	for y := range r.src.Height {
		r.push(pix[y*stride : y*stride+r.src.Width*r.channels])
	}
}

// WebP stores luminance as 16 to 235 and colours as 16 to 240, and x/image/webp
// hands them out as they are; JPEG uses all of 0 to 255.
var (
	wideLuma   = widening(16, 219)
	wideChroma = widening(128, 224)
)

func widening(center, width float64) (table [256]byte) {
	for i := range table {
		base := center
		if center == 16 {
			base = 0
		}
		table[i] = byte(min(max(math.Round(base+(float64(i)-center)*255/width), 0), 255))
	}
	return table
}

func (c *canvas) widen() {
	for i, plane := range c.planes {
		table := &wideChroma
		if i == 0 {
			table = &wideLuma
		}
		for k, v := range plane.pix {
			plane.pix[k] = table[v]
		}
	}
}
