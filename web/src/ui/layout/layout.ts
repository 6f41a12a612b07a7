// Sizes of the frame. A file of its own: the login page needs a width and not every colour.
export const layout = {
  /** spec: "The sidebar hides at width 974 and above" */
  sidebarHideMinWidth: 974,
  headerHeight: 56,
  subnavHeight: 48,
  railWidth: 76,
  bottomBarHeight: 60,
  recSiderOpen: 250,
  recSiderClosed: 80,
  contentMax: 1640,
  gutter: { phone: 16, tablet: 20, desktop: 28 },
  gridGap: { phone: 12, desktop: 16 },
  breakpoint: { phone: 600, sidebar: 974, wide: 1280, ultra: 1680 },
} as const;
