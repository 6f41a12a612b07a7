// Every address of the product. A snapshot test shows each change.
import type { ProjectType } from "./platform/session.ts";

/** Patterns as the router reads them. */
export const patterns = {
  login: "/",
  register: "/register",
  projects: "/list-project",
  projectsMatching: "/list-project/:query",
  swhProjects: "/list-project-swh",
  project: "/detail/:id",
} as const;

/** Addresses to link to. */
export const paths = {
  login: () => patterns.login,
  register: () => patterns.register,
  projects: () => patterns.projects,
  swhProjects: () => patterns.swhProjects,
  project: (uid: string) => `/detail/${encodeURIComponent(uid)}`,
} as const;

/** Pages that anyone may see. */
export const isPublic = (pathname: string): boolean =>
  pathname === patterns.login || pathname === patterns.register;

/** The home screen of a project type (M6, M25). */
export const homeOf = (type: ProjectType): string =>
  type === "swh" ? paths.swhProjects() : paths.projects();
