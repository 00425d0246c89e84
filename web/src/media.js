// Whether there is room for facets beside the list and for the picture above it.
export const WIDE = matchMedia("(min-width: 56rem)");
