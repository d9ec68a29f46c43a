"use client";
export { HydrationBoundary as Hydrated } from "@tanstack/react-query";
