import { expect, test } from "vitest";
import { homeOf, isPublic, paths, patterns } from "./paths.ts";

test("the addresses of the product are these", () => {
  expect(patterns).toMatchInlineSnapshot(`
    {
      "login": "/",
      "project": "/detail/:id",
      "projects": "/list-project",
      "projectsMatching": "/list-project/:query",
      "register": "/register",
      "swhProjects": "/list-project-swh",
    }
  `);
  expect(paths.project("a/b")).toBe("/detail/a%2Fb");
});

test("the project type decides the home screen", () => {
  expect([homeOf("pv"), homeOf("swh")]).toEqual(["/list-project", "/list-project-swh"]);
});

test("only login and registration are open to anyone", () => {
  expect(Object.values(patterns).filter(isPublic)).toEqual(["/", "/register"]);
});
