import { theme as antdTheme, type ThemeConfig } from "antd";
import { color, density, font, radius, type Lang, type Mode, type Palette } from "./tokens.ts";

/** Colours of antd that are stronger than its own derivations; contrast-checked in tokens. */
const strong = {
  light: {
    warning: "#C98200",
    error: "#C62828",
    raised: "#FFFFFF",
    dim: "#16241E",
    ring: "rgba(14,107,82,.14)",
  },
  dark: {
    warning: "#F5C04A",
    error: "#F4625E",
    raised: "#2A3832",
    dim: "#2A3832",
    ring: "rgba(69,203,160,.22)",
  },
} as const;

/** Returns antd's theme of a mode and language: the same tokens as the rest of the interface. */
export function antdThemeOf(mode: Mode, lang: Lang): ThemeConfig {
  const paint = color[mode];
  const pinned = seeds(paint, mode);
  return {
    // darkAlgorithm derives every seed colour anew, and duller: the ones whose contrast is checked are pinned.
    algorithm: [
      mode === "dark" ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
      (seed, map) => ({ ...(map ?? antdTheme.defaultAlgorithm(seed)), ...pinned }),
    ],
    cssVar: { key: `app-${mode}` },
    hashed: false,
    token: { ...pinned, ...surfaces(paint, mode), ...shapes(paint, lang) },
    components: components(paint, mode),
  };
}

function seeds(paint: Palette, mode: Mode) {
  return {
    colorPrimary: paint.brand,
    colorPrimaryHover: paint.brandHover,
    colorPrimaryActive: paint.brandActive,
    colorPrimaryBg: paint.brandSoft,
    colorPrimaryBgHover: paint.brandSoft,
    colorPrimaryText: paint.brandSoftText,
    colorPrimaryBorder: paint.brand,
    colorLink: paint.brand,
    colorLinkHover: paint.brandHover,
    colorLinkActive: paint.brandActive,
    colorSuccess: paint.success,
    colorInfo: paint.info,
    colorWarning: strong[mode].warning,
    colorError: strong[mode].error,
  };
}

function surfaces(paint: Palette, mode: Mode) {
  return {
    colorText: paint.text,
    colorTextSecondary: paint.textSecondary,
    colorTextTertiary: paint.textTertiary,
    colorTextDescription: paint.textTertiary,
    colorTextPlaceholder: paint.textTertiary,
    colorTextDisabled: paint.textDisabled,
    colorTextHeading: paint.text,
    colorTextLabel: paint.textSecondary,
    colorIcon: paint.textTertiary,
    colorIconHover: paint.text,
    colorBgLayout: paint.canvas,
    colorBgContainer: paint.surface,
    colorBgElevated: paint.surfaceRaised,
    colorBgSpotlight: strong[mode].dim,
    colorBgMask: paint.scrim,
    colorBorder: paint.borderControl,
    colorBorderSecondary: paint.border,
    colorSplit: paint.border,
    colorFillAlter: paint.surfaceMuted,
    colorFillTertiary: paint.surfaceSunken,
    controlItemBgHover: paint.surfaceMuted,
    controlItemBgActive: paint.brandSoft,
    controlItemBgActiveHover: paint.brandSoft,
    controlOutline: strong[mode].ring,
  };
}

function shapes(paint: Palette, lang: Lang) {
  return {
    borderRadius: radius.md,
    borderRadiusLG: radius.lg,
    borderRadiusSM: radius.sm,
    borderRadiusXS: radius.xs,
    fontFamily: lang === "zh" ? font.sansZh : font.sans,
    fontFamilyCode: font.mono,
    fontSize: font.size.body,
    fontSizeSM: font.size.caption,
    fontSizeLG: font.size.title,
    lineHeight: font.line.body / font.size.body,
    fontSizeHeading1: font.size.h1,
    fontSizeHeading2: font.size.h2,
    fontSizeHeading3: font.size.h3,
    fontWeightStrong: font.weight.semibold,
    controlHeight: density.controlHeight,
    controlHeightSM: density.controlHeightSM,
    controlHeightLG: density.controlHeightLG,
    boxShadow: paint.shadow3,
    boxShadowSecondary: paint.shadow3,
    boxShadowTertiary: paint.shadow1,
    motionDurationFast: "0.1s",
    motionDurationMid: "0.16s",
    motionDurationSlow: "0.24s",
  };
}

function components(paint: Palette, mode: Mode): NonNullable<ThemeConfig["components"]> {
  return {
    Button: {
      fontWeight: 550,
      primaryColor: paint.onBrand,
      primaryShadow: "none",
      defaultShadow: "none",
      dangerShadow: "none",
      contentFontSizeLG: 15,
      defaultBorderColor: paint.borderStrong,
      defaultHoverBorderColor: paint.borderControl,
      defaultHoverColor: paint.text,
      defaultActiveBorderColor: paint.borderControl,
      defaultActiveColor: paint.text,
    },
    Table: {
      headerBg: paint.surfaceMuted,
      headerColor: paint.textSecondary,
      headerSplitColor: "transparent",
      rowHoverBg: paint.surfaceMuted,
      borderColor: paint.border,
      headerSortActiveBg: paint.surfaceSunken,
      headerSortHoverBg: paint.surfaceSunken,
      bodySortBg: "transparent",
      fixedHeaderSortActiveBg: paint.surfaceSunken,
      cellPaddingBlock: 9,
      cellPaddingInline: 14,
      cellPaddingBlockSM: 4,
      cellPaddingInlineSM: 12,
      cellFontSizeSM: font.size.small,
      headerBorderRadius: 0,
      footerBg: paint.surface,
    },
    Segmented: {
      trackBg: paint.surfaceSunken,
      itemColor: paint.textSecondary,
      itemHoverColor: paint.text,
      itemSelectedBg: strong[mode].raised,
      itemSelectedColor: paint.text,
      trackPadding: 3,
      itemHoverBg: "transparent",
      itemActiveBg: "transparent",
    },
    Menu: { itemBorderRadius: radius.md, itemHeight: 40 },
    Tooltip: { colorBgSpotlight: strong[mode].dim, borderRadius: radius.sm },
    Tag: { borderRadiusSM: radius.sm },
    Input: { activeShadow: `0 0 0 3px ${strong[mode].ring}` },
    Pagination: { itemActiveBg: paint.brandSoft },
  };
}
