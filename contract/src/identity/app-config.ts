import { z } from "zod";
import { endpoint } from "../kernel/endpoint.ts";

/**
 * What an installation decides and a client must know before anyone has signed in. The defaults are those of an
 * installation that sets nothing.
 */
export const appConfig = z.object({
  product_name: z.string().default("Heliograph"),
  /** Telephone number of the call centre (M32); null: the installation names none. */
  hotline: z.string().nullable().default(null),
  /** Ways to reach support besides the hotline (M17); null: the installation names none. */
  support_email: z.email().nullable().default(null),
  /** In words, as the installation wrote them. */
  support_hours: z.string().nullable().default(null),
  /** M167. */
  password_min: z.int().min(5).max(64).default(5),
  /** Whether anyone may make an account. */
  registration_open: z.boolean().default(true),
  /** What the button says that signs in at the installation's OpenID provider; null: there is none. */
  sign_in_provider: z.string().nullable().default(null),
  /** How often lists ask again (M39), seconds. */
  list_refresh_s: z.int().min(5).default(60),
  /** How often charts ask again (M50), seconds. */
  chart_refresh_s: z.int().min(5).default(60),
  /**
   * Where maps get their tiles: an address with {z}, {x} and {y}, and whom the map must name for them, in plain text.
   * Null: maps draw the outlines that come with the product.
   */
  map_tiles: z.object({ url: z.string(), attribution: z.string() }).nullable().default(null),
  /** Where gateways reach the broker; a host of null is that of the page. */
  gateway_mqtt: z
    .object({ host: z.string().nullable(), port: z.int(), tls: z.boolean() })
    .default({ host: null, port: 1883, tls: false }),
  /** Where gateways reach the API; null: where the page comes from. */
  gateway_http: z.url().nullable().default(null),
  /** M7: pages of the mobile app; null: there is none. */
  app_store_url: z.url().nullable().default(null),
  google_play_url: z.url().nullable().default(null),
  /** Films of the video guide of the certificate pages (C37), in order. */
  video_guides: z.array(z.object({ title: z.string(), url: z.url() })).default([]),
  /** True when the installation carries demonstration data and its accounts. */
  demo: z.boolean().default(false),
});
export type AppConfig = z.output<typeof appConfig>;

export const getAppConfig = endpoint({
  name: "getAppConfig",
  method: "GET",
  path: "app-config",
  summary: "What the installation has set",
  access: "public",
  answer: appConfig,
});
