package rendition

// Widths are those in which pictures are made, ascending.
var Widths = []int{320, 640, 960, 1280, 1920}

// Size is that of a picture in pixels, as it is shown.
type Size struct{ Width, Height int }

func (s Size) pixels() int64 { return int64(s.Width) * int64(s.Height) }

// turned is the size of a picture that is laid on its side.
func (s Size) turned() Size { return Size{s.Height, s.Width} }

// Sizes lists the renditions of a picture of that size: never larger than the
// picture is.
func Sizes(of Size) []Size {
	sizes := []Size{}
	for _, width := range Widths {
		if width <= of.Width {
			sizes = append(sizes, of.scaledTo(width))
		}
	}
	return sizes
}

func (s Size) scaledTo(width int) Size {
	height := (int64(s.Height)*int64(width) + int64(s.Width)/2) / int64(s.Width)
	return Size{width, int(max(height, 1))}
}
