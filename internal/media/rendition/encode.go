package rendition

import (
	"image"
	"image/jpeg"
	"image/png"
	"io"
)

// quality is that of JPEG, the only lossy format written (decision 163).
const quality = 80

// encode writes what the canvas shows.
func (h *header) encode(w io.Writer, c *canvas) error {
	size := c.size
	for i, plane := range c.planes {
		turned, shown := orient(plane.pix, plane.dst, plane.channels, h.orientation)
		plane.pix = turned
		if i == 0 {
			size = shown
		}
	}
	if h.transparent {
		return h.encodePNG(w, c.planes[0].pix, size)
	}
	if h.profile != nil {
		w = &inserting{w: w, after: 2, insert: profileSegments(h.profile)}
	}
	return jpeg.Encode(w, h.picturedBy(c.planes, size), &jpeg.Options{Quality: quality})
}

func (h *header) picturedBy(planes []*resampler, size Size) image.Image {
	whole := image.Rect(0, 0, size.Width, size.Height)
	switch {
	case len(planes) == 3:
		return &image.YCbCr{
			Y: planes[0].pix, Cb: planes[1].pix, Cr: planes[2].pix,
			YStride: size.Width, CStride: half(size).Width,
			SubsampleRatio: image.YCbCrSubsampleRatio420, Rect: whole,
		}
	case planes[0].channels == 1:
		return &image.Gray{Pix: planes[0].pix, Stride: size.Width, Rect: whole}
	case h.grey:
		return &image.Gray{Pix: everyFourth(planes[0].pix), Stride: size.Width, Rect: whole}
	default:
		return &image.RGBA{Pix: planes[0].pix, Stride: 4 * size.Width, Rect: whole}
	}
}

func everyFourth(pix []byte) []byte {
	out := make([]byte, len(pix)/4)
	for i := range out {
		out[i] = pix[4*i]
	}
	return out
}

func (h *header) encodePNG(w io.Writer, pix []byte, size Size) error {
	unpremultiply(pix)
	if h.profile != nil {
		chunk, err := profileChunk(h.profile)
		if err != nil {
			return err
		}
		const afterHeader = 8 + 25
		w = &inserting{w: w, after: afterHeader, insert: chunk}
	}
	return png.Encode(w, &image.NRGBA{Pix: pix, Stride: 4 * size.Width, Rect: image.Rect(0, 0, size.Width, size.Height)})
}
