# SPDX-FileCopyrightText: The Tessera authors
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
from pathlib import Path

from spack_repo.builtin.build_systems.cmake import CMakePackage, generator
from spack_repo.builtin.build_systems.cuda import CudaPackage
from spack_repo.builtin.build_systems.rocm import ROCmPackage

from spack.package import *


class Tessera(CMakePackage, CudaPackage, ROCmPackage):
    """Tessera: performance-portable stencils in C++20 on Kokkos. Formulas are written once, as
    operators, and run on CPUs and GPUs; programs for heat conduction and other problems come
    with it."""

    # The recipe builds the checkout that it stands in.
    git = Path(__file__).resolve().parents[5].as_uri()

    license("Apache-2.0 WITH LLVM-exception")

    version("main", branch="main")

    variant("openmp", default=True, description="Run on processors with OpenMP")
    variant("apps", default=True, description="Build and install the programs")
    variant(
        "hdf5", default=True, description="Write fields as HDF5 files; without it, as .npy files"
    )
    variant("udunits", default=True, description="Convert the units of input files")
    variant("netcdf", default=True, description="Read and write NetCDF files")
    variant("proj", default=True, description="Understand the coordinate systems of maps")
    variant("mpi", default=False, description="Run programs as several processes")
    variant("gdal", default=False, description="Read GeoTIFF and other rasters")
    variant(
        "kernels", default=False, description="Provide Tessera::kernels, which adds Kokkos Kernels"
    )
    variant(
        "fma",
        default=True,
        description="Formulas use fused multiply-adds; without, all devices agree bit for bit",
    )

    depends_on("c", type="build")
    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("ninja", type="build")
    generator("ninja")

    depends_on("kokkos@4.5:5 cxxstd=20")
    depends_on("kokkos+openmp", when="+openmp")
    depends_on("kokkos-kernels@4.5:5", when="+kernels")
    depends_on("tomlplusplus@3.3:")
    depends_on("cli11@2.1:")
    depends_on("hdf5@1.10:~mpi", when="+hdf5")
    depends_on("udunits@2.2:", when="+udunits")
    depends_on("netcdf-c@4.7:~mpi", when="+netcdf")
    depends_on("proj@8:", when="+proj")
    depends_on("gdal@3:", when="+gdal")
    depends_on("mpi", when="+mpi")

    conflicts(
        "+cuda", when="cuda_arch=none", msg="+cuda needs one cuda_arch, such as cuda_arch=90"
    )
    conflicts("+cuda", when="+rocm", msg="Kokkos has either CUDA or ROCm")
    conflicts("+rocm", when="amdgpu_target=none", msg="+rocm needs one amdgpu_target")
    requires("^kokkos+cuda_lambda", when="+cuda ^kokkos@:4")
    for arch in CudaPackage.cuda_arch_values:
        depends_on(
            f"kokkos+cuda+wrapper cuda_arch={arch}", when=f"+cuda cuda_arch={arch} %cxx=gcc"
        )
        depends_on(f"kokkos+cuda cuda_arch={arch}", when=f"+cuda cuda_arch={arch}")
    for target in ROCmPackage.amdgpu_targets:
        depends_on(f"kokkos+rocm amdgpu_target={target}", when=f"+rocm amdgpu_target={target}")

    def cmake_args(self):
        args = [
            self.define("TESSERA_FETCH", False),
            self.define("TESSERA_BUILD_TESTS", False),
            self.define("TESSERA_BUILD_BENCH", False),
            self.define_from_variant("TESSERA_BUILD_APPS", "apps"),
            self.define_from_variant("TESSERA_ENABLE_KERNELS", "kernels"),
            self.define_from_variant("TESSERA_FMA", "fma"),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_HDF5", self.spec.satisfies("~hdf5")),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_UDUNITS2", self.spec.satisfies("~udunits")),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_netCDF", self.spec.satisfies("~netcdf")),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_PROJ", self.spec.satisfies("~proj")),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_MPI", self.spec.satisfies("~mpi")),
            self.define("CMAKE_DISABLE_FIND_PACKAGE_GDAL", self.spec.satisfies("~gdal")),
            self.define("Kokkos_ROOT", self.spec["kokkos"].prefix),
        ]
        if self.spec.satisfies("+rocm"):
            args.append(self.define("CMAKE_CXX_COMPILER", self.spec["hip"].hipcc))
        elif self.spec.satisfies("+cuda"):
            args.append(self.define("CMAKE_CXX_COMPILER", self["kokkos"].kokkos_cxx))
        return args
